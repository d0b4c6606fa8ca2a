import { parseArgs } from 'node:util';
import { BadInput } from './input.ts';
import { list } from './list.ts';
import { run } from './run.ts';

const HELP = `fencepost: why a lease alone does not protect data, and what does

  fencepost list [--json]
      the shipped scenarios
  fencepost run <id or file> [--set path=value]… [--json]
      simulate one and judge it; --set changes a field first, for example
      --set storage.check=token --set lock.token=incr

Exit status: 0 no violation, 1 a violation, 2 bad input.
`;

const commands = { list, run };

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [name, ...rest] = positionals;
  if (values.help) {
    process.stdout.write(HELP);
  } else if (name === 'list' || name === 'run') {
    const { output, status } = commands[name](rest, values);
    process.stdout.write(output);
    process.exitCode = status;
  } else {
    throw new BadInput(name === undefined ? 'say what to do: list or run' : `no command is called "${name}"`);
  }
} catch (error) {
  // parseArgs throws TypeErrors of its own for options that it does not know
  const told = error instanceof BadInput || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!told) throw error;
  process.stderr.write(`fencepost: ${(error as Error).message}\n`);
  process.exitCode = 2;
}
