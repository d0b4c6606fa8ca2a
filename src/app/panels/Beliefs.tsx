import { duration } from '../../verdict/duration.ts';
import { beliefsAt } from '../beliefs.ts';
import { derive, reached } from '../store/derive.ts';
import { useStore } from '../store/store.ts';

/** What each party believes or knows at the playhead, with the lie marked. */
export function Beliefs() {
  const t = useStore((state) => state.t);
  const event = useStore((state) => state.event);
  const run = useStore(({ document }) => derive(document).run);
  const clients = run.lanes.filter(({ role }) => role === 'client');
  const tone = (host: string) => {
    const at = clients.findIndex((lane) => lane.host === host);
    return at < 0 ? undefined : `c${at}`;
  };
  return (
    <section aria-label="Beliefs">
      <h2>At {duration(t)}</h2>
      {beliefsAt(run, reached(run, t, event), t).map(({ host, who, says, lie }) => (
        <div key={host} className={lie ? 'belief lie' : 'belief'} data-tone={tone(host)}>
          <h3>{who}</h3>
          <p>
            {says} {lie && <em>{lie}</em>}
          </p>
        </div>
      ))}
    </section>
  );
}
