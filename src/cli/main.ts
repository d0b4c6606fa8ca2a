import { parseArgs } from 'node:util';
import { check } from './check.ts';
import { BadInput } from './input.ts';
import { list } from './list.ts';
import { run } from './run.ts';
import { sweep } from './sweep.ts';

const HELP = `fencepost: why a lease alone does not protect data, and what does

  fencepost list [--json]
      the shipped scenarios
  fencepost run <id or file> [--set path=value]… [--json]
      simulate one and judge it; --set changes a field first, for example
      --set storage.check=token --set lock.token=incr
  fencepost check <id or file> --every-order [--max-states N] [--set path=value]… [--json]
      follow every order in which things can happen, times left out: can an update be lost?
  fencepost sweep <id or file> --x path=from..to/steps --y path=from..to/steps [--json]
      two settings against each other: the verdict of each pair, as CSV

Exit status: 0 no violation, 1 a violation, 2 bad input, 3 not every order was followed.
`;

const commands = { list, run, check, sweep };

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
      'every-order': { type: 'boolean', default: false },
      'max-states': { type: 'string' },
      x: { type: 'string' },
      y: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [name, ...rest] = positionals;
  if (values.help) {
    process.stdout.write(HELP);
  } else if (name !== undefined && Object.hasOwn(commands, name)) {
    const { 'every-order': everyOrder, 'max-states': most, x, y, ...options } = values;
    const { output, status } = commands[name as keyof typeof commands](rest, {
      ...options,
      everyOrder,
      ...(most === undefined ? {} : { maxStates: count('--max-states', most) }),
      ...(x === undefined ? {} : { x }),
      ...(y === undefined ? {} : { y }),
    });
    process.stdout.write(output);
    process.exitCode = status;
  } else {
    throw new BadInput(
      name === undefined ? `say what to do: ${Object.keys(commands).join(', ')}` : `no command is called "${name}"`,
    );
  }
} catch (error) {
  // parseArgs throws TypeErrors of its own for options that it does not know
  const told = error instanceof BadInput || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!told) throw error;
  process.stderr.write(`fencepost: ${(error as Error).message}\n`);
  process.exitCode = 2;
}

function count(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new BadInput(`${option} ${text}: expected a whole number, 1 or more`);
  return number;
}
