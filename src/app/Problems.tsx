import { X } from 'lucide-react';
import { patch, useStore } from './store/store.ts';

/** What was wrong with the last thing that was opened or typed. The timeline before it stays. */
export function Problems() {
  const problems = useStore((state) => state.problems);
  return (
    <div role="alert" className="problems" hidden={problems.length === 0}>
      {problems.length > 0 && (
        <>
          <div>
            <strong>That cannot be used. The timeline is as it was.</strong>
            <ul>
              {problems.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
          </div>
          <button type="button" className="icon" aria-label="Dismiss" onClick={() => patch({ problems: [] })}>
            <X size={16} />
          </button>
        </>
      )}
    </div>
  );
}
