import { useEffect, useId, useState } from 'react';
import { LIMITS } from '../scenario/schema.ts';

interface Props {
  readonly label: string;
  readonly value: number;
  /** What the reader types it in. The value itself is in ms, for × in thousandths, and without a unit a plain number. */
  readonly unit?: 's' | 'ms' | '×' | '';
  /** The range of the value. */
  readonly min?: number;
  readonly max?: number;
  readonly help?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** A number with its unit. What is out of range is refused where it is typed, with the range; the last good value stays in force. */
export function NumberField({ label, value, unit = 's', min = 0, max = LIMITS.time, help, onChange }: Props) {
  const size = unit === 's' || unit === '×' ? 1000 : 1;
  const shown = String(value / size);
  const [text, setText] = useState(shown);
  const id = useId();
  useEffect(() => setText(shown), [shown]);

  /** The value that a text stands for; null: none that can be used. */
  const read = (typed: string): number | null => {
    const number = Number(typed) * size;
    const whole = Math.round(number);
    return typed.trim() !== '' && Math.abs(number - whole) < 1e-6 && whole >= min && whole <= max ? whole : null;
  };
  const typed = read(text);
  const good = typed !== null;
  const least = (min / size).toLocaleString('en', { maximumFractionDigits: 3 });
  const most = (max / size).toLocaleString('en');
  const range = `${size > 1 ? 'A number' : 'A whole number'} from ${least} to ${most}${unit ? ` ${unit}` : ''}`;
  return (
    <span className="field number" title={help}>
      <label htmlFor={id}>{label}</label>
      <span className="box" data-bad={!good || undefined}>
        <input
          id={id}
          inputMode="decimal"
          value={text}
          size={Math.max(3, text.length)}
          aria-invalid={!good}
          aria-describedby={good ? undefined : `${id}-range`}
          onChange={(event) => {
            setText(event.target.value);
            const next = read(event.target.value);
            if (next !== null && next !== value) onChange(next);
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (step === 0 || typed === null) return;
            event.preventDefault();
            const by = unit ? (event.shiftKey ? 1000 : 100) : 1;
            const next = Math.min(max, Math.max(min, typed + step * by));
            if (next !== value) onChange(next);
          }}
          onBlur={() => setText(shown)}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      {!good && (
        <span className="range" id={`${id}-range`} role="alert">
          {range}
        </span>
      )}
    </span>
  );
}
