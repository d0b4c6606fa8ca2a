import { MEANINGS, sentence } from '../verdict/describe.ts';
import { duration } from '../verdict/duration.ts';
import { derive, rowsOf } from './store/derive.ts';
import { goTo, patch, shown, useStore } from './store/store.ts';

/** The verdict in a word, and in a sentence. It follows a drag. */
export function VerdictBanner() {
  const { headline, judged, run } = useStore((state) => derive(shown(state)));
  const why = useStore((state) => state.why);
  const others = judged.safe ? judged.findings : judged.findings.slice(1);
  const tone = judged.safe ? 'ok' : 'bad';
  return (
    <section className={`verdict ${tone}`} aria-label="Verdict">
      <p role="status">
        <b>{headline.title}</b> <span>{headline.text}</span>
      </p>
      {judged.story.length > 0 && (
        <button type="button" aria-expanded={why} onClick={() => patch({ why: !why })}>
          Why
        </button>
      )}
      {why && judged.story.length > 0 && (
        <div className="why">
          <ol>
            {judged.story.map((id) => {
              const row = rowsOf(run).find((each) => each.id === id);
              const event = run.events[id];
              return (
                row &&
                event && (
                  <li key={id}>
                    <button type="button" className="line" onClick={() => goTo(event.t, id)}>
                      <span className="t">{duration(event.t)}</span> {row.who} {row.what}
                    </button>
                  </li>
                )
              );
            })}
          </ol>
          {others.length > 0 && (
            <ul className="also" aria-label="Also found">
              {others.map((finding) => (
                <li key={`${finding.code} ${finding.at}`}>
                  <b>{MEANINGS[finding.code].title}.</b> {sentence(run.events, finding)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
