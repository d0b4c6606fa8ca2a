import { type KeyboardEvent, useEffect, useRef } from 'react';
import { serviceOf, services, settingOf } from '../model/registry.ts';
import type { Field } from '../model/service.ts';
import { CHECKS, checkNamed } from '../model/storage/checks.ts';
import type { Scenario } from '../scenario/schema.ts';
import { NumberField } from './NumberField.tsx';
import { SegmentedField } from './SegmentedField.tsx';
import { SelectField } from './SelectField.tsx';
import { SwitchField } from './SwitchField.tsx';
import { setCheck, setFields, setForClients } from './store/edits.ts';
import { edit, useStore } from './store/store.ts';

/** So many checks stand in the row; the others are behind “More”, until one of them is chosen. */
const IN_ROW = 3;

const set = (path: string) => (value: unknown) => edit((document) => setFields(document, [path, value]));
/** For what is typed, or changed by a key that is held down. */
const setNumber = (path: string) => (value: number) => edit((document) => setFields(document, [path, value]), path);
const at = (document: Scenario, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

const closeOnEscape = (event: KeyboardEvent<HTMLDetailsElement>) => {
  if (event.key !== 'Escape' || !event.currentTarget.open) return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary')?.focus();
};

/** The settings of the timeline: what a reader changes most in a row, the rest behind a word. */
export function Controls() {
  const document = useStore((state) => state.document);
  const { lock, storage, clients, network } = document;
  const service = serviceOf(lock.service);
  const ttl = settingOf<number>(lock, 'ttl');
  const renewal = service.renews ? clients[0]?.renewal : undefined;
  const row = CHECKS.filter(({ value }, index) => index < IN_ROW || value === storage.check);
  const byToken = checkNamed(storage.check).byToken;
  const more = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeBeside = ({ target }: PointerEvent) => {
      if (more.current?.open && !more.current.contains(target as Node)) more.current.open = false;
    };
    addEventListener('pointerdown', closeBeside);
    return () => removeEventListener('pointerdown', closeBeside);
  }, []);
  return (
    <div className="controls">
      <SegmentedField
        label="Storage checks"
        value={storage.check}
        options={row}
        onChange={(check) => edit((before) => setCheck(before, check))}
      />
      {/* keeps its place where it has no meaning, so that nothing moves when it gets one */}
      <span className="reads" style={{ visibility: byToken ? 'visible' : 'hidden' }}>
        <SwitchField
          label="reads too"
          help="Reads carry the token as well, and raise the highest seen."
          value={storage.fenceReads}
          onChange={set('storage.fenceReads')}
        />
      </span>
      <SelectField
        label="Lock"
        value={lock.service}
        options={services.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(id) => edit((before) => setFields(before, ['lock', { service: id }]))}
      />
      {service.fields
        .filter(({ inRow }) => inRow)
        .map((field) => (
          <ServiceField key={field.path} field={field} document={document} />
        ))}
      {service.tokens.length > 0 && (
        <SelectField
          label="Token"
          value={settingOf<string>(lock, 'token') ?? ''}
          options={service.tokens}
          onChange={set('lock.token')}
        />
      )}
      {renewal && (
        <SwitchField
          label="Renew"
          help="Clients lengthen their lease while they work."
          value={renewal.every !== null}
          onChange={(on) =>
            edit((before) =>
              setForClients(before, 'renewal.every', on ? Math.max(1, Math.round((ttl ?? 3000) / 3)) : null),
            )
          }
        />
      )}
      {renewal && renewal.every !== null && (
        <NumberField
          label="every"
          value={renewal.every}
          min={1}
          onChange={(every) => edit((before) => setForClients(before, 'renewal.every', every), 'renewal.every')}
        />
      )}
      <details ref={more} className="more" onKeyDown={closeOnEscape}>
        <summary>More</summary>
        <div className="drawer">
          <SelectField
            label="Storage checks"
            value={storage.check}
            options={CHECKS}
            onChange={(check) => edit((before) => setCheck(before, check))}
          />
          <p className="note">{checkNamed(storage.check).help}</p>
          <NumberField
            label="Latency"
            unit="ms"
            value={network.latency}
            max={600_000}
            onChange={setNumber('network.latency')}
            help="One way."
          />
          <NumberField
            label="Jitter"
            unit="ms"
            value={network.jitter}
            max={600_000}
            onChange={setNumber('network.jitter')}
            help="At most so much is added to each packet, from the seed."
          />
          {storage.check !== 'nothing' && (
            <>
              <SwitchField
                label="Check and write in one step"
                value={storage.atomic}
                onChange={set('storage.atomic')}
                help="If not, other requests come in between."
              />
              {!storage.atomic && <NumberField label="Gap" value={storage.gap} onChange={setNumber('storage.gap')} />}
              <SwitchField
                label="Storage remembers across restarts"
                value={storage.durable}
                onChange={set('storage.durable')}
                help="The highest token seen lives beside the data."
              />
            </>
          )}
          {service.fields
            .filter(({ inRow }) => !inRow)
            .map((field) => (
              <ServiceField key={field.path} field={field} document={document} />
            ))}
        </div>
      </details>
    </div>
  );
}

/** A setting that the service describes. */
function ServiceField({ field, document }: { field: Field; document: Scenario }) {
  const { path, label, help } = field;
  const value = at(document, path);
  switch (field.kind) {
    case 'choice':
      return (
        <SelectField
          label={label}
          value={String(value)}
          options={field.options ?? []}
          help={help}
          onChange={set(path)}
        />
      );
    case 'switch':
      return <SwitchField label={label} value={Boolean(value)} onChange={set(path)} {...(help ? { help } : {})} />;
    default:
      return (
        <NumberField
          label={label}
          value={Number(value)}
          unit={field.kind === 'ms' ? 's' : ''}
          help={help}
          onChange={setNumber(path)}
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.max === undefined ? {} : { max: field.max })}
        />
      );
  }
}
