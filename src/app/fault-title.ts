import { serviceOf } from '../model/registry.ts';
import type { Fault } from '../scenario/schema.ts';
import type { Run } from '../simulate/run.ts';
import { duration } from '../verdict/duration.ts';

/** A program point, as the thing that has been done by then. */
const DONE: Readonly<Record<string, string>> = {
  acquired: 'acquire',
  read: 'read',
  worked: 'work',
  checked: 'check',
  written: 'write',
  effected: 'effect',
  released: 'release',
};

/** A fault in a few words, by the names that the timeline has for its hosts. */
export function faultTitle(fault: Fault, run: Run): string {
  const named = (host: string) => titleOf(run, host);
  const both = (sides: readonly (readonly string[])[]) =>
    sides.map((hosts) => hosts.map(named).join(', ')).join(' and ');
  const when =
    'at' in fault && typeof fault.at === 'string' ? pinned(fault.at, 'process' in fault ? fault.process : '') : '';
  switch (fault.kind) {
    case 'pause':
      return fault.part
        ? `${named(fault.process)}'s ${fault.part} stalls${when}`
        : `${named(fault.process)} is paused${when}`;
    case 'delay':
      return `${messageTitle(fault.message, run)} is held up`;
    case 'drop':
      return `${messageTitle(fault.message, run)} is lost`;
    case 'duplicate':
      return `${messageTitle(fault.message, run)} is sent twice`;
    case 'partition':
      return `${both(fault.sides)} are cut off from each other`;
    case 'latency':
      return `Packets between ${both(fault.sides)} are slow`;
    case 'jump':
      return `${named(fault.process)}'s wall clock jumps${when}`;
    case 'rate':
      return `${named(fault.process)}'s clocks tick at ${fault.rate}×${when}`;
    case 'crash':
      return `${named(fault.process)} crashes${fault.for === null ? ' for good' : ''}${when}`;
    case 'command': {
      const known = serviceOf(run.scenario.lock.service).commands.find(({ value }) => value === fault.command);
      return `${named(fault.process)}: ${known?.label ?? fault.command}${when}`;
    }
    case 'restart':
      return `${named(fault.process)} is restarted${when}, down for ${duration(fault.for)}`;
  }
}

/** What a message says, from whom and to whom; its address where it is never sent. */
export function messageTitle(message: string, run: Run): string {
  const sent = run.events.find((event) => event.kind === 'send' && event.message === message);
  if (sent?.kind !== 'send') return message;
  const short = (host: string) => titleOf(run, host).replace(/^Client /, '');
  return `“${sent.data['says'] ?? sent.type}” from ${short(sent.process)} to ${short(sent.to)}`;
}

export const titleOf = ({ lanes }: Run, host: string): string =>
  lanes.find((lane) => lane.host === host)?.title ?? host;

/** `A after checked·2`, seen from A: ` after its 2nd check`. */
function pinned(at: string, process: string): string {
  const [, host = '', point = '', nth = '1'] = /^(\S+) after ([a-z]+)(?:·(\d+))?$/.exec(at) ?? [];
  const time = nth === '1' ? '' : `${nth}${{ 2: 'nd', 3: 'rd' }[nth] ?? 'th'} `;
  return ` after ${host === process ? 'its' : `${host}'s`} ${time}${DONE[point] ?? point}`;
}
