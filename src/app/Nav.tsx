import { serviceOf } from '../model/registry.ts';
import { library } from '../scenario/library.ts';
import { open, useStore } from './store/store.ts';

/** The shipped scenarios: a list, and on a small screen a menu. */
export function Nav() {
  const current = useStore(({ document }) => document.id);
  const openId = (id: string) => {
    const found = library.flatMap(({ scenarios }) => scenarios).find((each) => each.id === id);
    if (found) open(found);
  };
  return (
    <nav aria-label="Scenarios">
      <div className="picker">
        <label htmlFor="scenario">Scenario</label>
        <select id="scenario" value={current} onChange={(event) => openId(event.target.value)}>
          {library.every(({ scenarios }) => scenarios.every(({ id }) => id !== current)) && (
            <option value={current}>Yours</option>
          )}
          {library.map(({ title, scenarios }) => (
            <optgroup key={title} label={title}>
              {scenarios.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <div className="list">
        {library.map(({ title, scenarios }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {scenarios.map((each) => (
                <li key={each.id}>
                  <button
                    type="button"
                    aria-current={each.id === current ? 'true' : undefined}
                    title={each.summary}
                    onClick={() => open(each)}
                  >
                    <span>{each.title}</span>
                    <small>{serviceOf(each.lock.service).title}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
