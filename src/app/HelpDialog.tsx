import { Dialog } from './Dialog.tsx';
import { useStore } from './store/store.ts';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'play or pause'],
  ['← →', 'step from event to event'],
  ['Home End', 'to the start, to the end'],
  ['Ctrl Z', 'undo; with Shift, redo'],
  ['Tab', 'into the timeline; arrows move from thing to thing'],
  ['P', 'on a lane: pause it at the playhead'],
  ['← →', 'on a pause or a message: shorter or longer by 100 ms; with Shift by 1 s'],
  ['Alt ← →', 'on a pause: earlier or later'],
  ['X', 'on a message: lose it, or not'],
  ['D', 'on a message: send it twice, or once'],
  ['Delete', 'on a pause or another fault: remove it'],
  ['.', 'on anything: what can be done to it'],
  ['?', 'this help'],
];

export function HelpDialog() {
  const open = useStore(({ dialog }) => dialog === 'help');
  return (
    <Dialog title="Help" open={open}>
      <p>
        Drag along a lane to freeze it, drag a pause's ends to change it, drag an arrowhead to delay a message. A right
        click or a long press shows what else can be done. The wheel zooms.
      </p>
      <table className="keys">
        <tbody>
          {KEYS.map(([keys, what]) => (
            <tr key={keys + what}>
              <th scope="row">
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
