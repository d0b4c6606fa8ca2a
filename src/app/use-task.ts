import { useEffect, useRef, useState } from 'react';
import type { Report, Task } from '../explore/task.ts';

/** What a task has told last: null before it is started and once it was cancelled, `failed` where the worker broke. */
export type Told = Report | { readonly kind: 'started' } | { readonly kind: 'failed'; readonly message: string } | null;

/** One task at a time in a worker of its own, which ends with the task or with whoever asked for it. */
export function useTask(): { readonly told: Told; readonly start: (task: Task) => void; readonly cancel: () => void } {
  const worker = useRef<Worker | null>(null);
  const [told, setTold] = useState<Told>(null);
  const stop = () => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => () => worker.current?.terminate(), []);
  return {
    told,
    start: (task) => {
      stop();
      setTold({ kind: 'started' });
      const made = new Worker(new URL('../explore/worker.ts', import.meta.url), { type: 'module' });
      worker.current = made;
      made.addEventListener('message', ({ data }: MessageEvent<Report>) => {
        setTold(data);
        if (data.kind !== 'progress') stop();
      });
      made.addEventListener('error', ({ message }) => {
        setTold({ kind: 'failed', message });
        stop();
      });
      made.postMessage(task);
    },
    cancel: () => {
      stop();
      setTold(null);
    },
  };
}
