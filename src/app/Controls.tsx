import type { KeyboardEvent } from 'react';
import { serviceOf, services, settingOf } from '../model/registry.ts';
import type { Field } from '../model/service.ts';
import { CHECKS, checkNamed } from '../model/storage/checks.ts';
import type { Scenario } from '../scenario/schema.ts';
import { NumberField } from './NumberField.tsx';
import { SelectField } from './SelectField.tsx';
import { SwitchField } from './SwitchField.tsx';
import { setCheck, setFields, setForClients } from './store/edits.ts';
import { edit, useStore } from './store/store.ts';

/** So many checks stand in the row; the others are behind “More”, until one of them is chosen. */
const IN_ROW = 3;

const set = (path: string) => (value: unknown) => edit((document) => setFields(document, [path, value]));
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
  const renewal = service.renewals.length > 0 ? clients[0]?.renewal : undefined;
  const row = CHECKS.filter(({ value }, index) => index < IN_ROW || value === storage.check);
  const byToken = checkNamed(storage.check).byToken;
  return (
    <div className="controls">
      <fieldset className="field segmented">
        <legend>Storage checks</legend>
        {row.map(({ value, label, help }) => (
          <label key={value} title={help}>
            <input
              type="radio"
              name="check"
              value={value}
              checked={storage.check === value}
              onChange={() => edit((before) => setCheck(before, value))}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {byToken && (
        <SwitchField
          label="on reads too"
          help="Reads carry the token as well, and raise the highest seen."
          value={storage.fenceReads}
          onChange={set('storage.fenceReads')}
        />
      )}
      <SelectField
        label="Lock"
        value={lock.service}
        options={services.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(id) => edit((before) => setFields(before, ['lock', { service: id }]))}
      />
      {ttl !== undefined && (
        <NumberField
          label="Lease"
          value={ttl}
          min={1}
          onChange={set('lock.ttl')}
          help="How long the lock is held without a renewal."
        />
      )}
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
          onChange={(every) => edit((before) => setForClients(before, 'renewal.every', every))}
        />
      )}
      <details className="more" onKeyDown={closeOnEscape}>
        <summary>More</summary>
        <div className="drawer">
          <SelectField
            label="Storage checks"
            value={storage.check}
            options={CHECKS}
            onChange={(check) => edit((before) => setCheck(before, check))}
          />
          {renewal && renewal.every !== null && (
            <SelectField
              label="Renew"
              value={renewal.how}
              options={service.renewals}
              onChange={(how) => edit((before) => setForClients(before, 'renewal.how', how))}
            />
          )}
          <NumberField
            label="Latency"
            unit="ms"
            value={network.latency}
            max={600_000}
            onChange={set('network.latency')}
            help="One way."
          />
          <NumberField
            label="Jitter"
            unit="ms"
            value={network.jitter}
            max={600_000}
            onChange={set('network.jitter')}
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
              {!storage.atomic && <NumberField label="Gap" value={storage.gap} onChange={set('storage.gap')} />}
              <SwitchField
                label="Storage remembers across restarts"
                value={storage.durable}
                onChange={set('storage.durable')}
                help="The highest token seen lives beside the data."
              />
            </>
          )}
          {service.fields.map((field) => (
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
          onChange={set(path)}
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.max === undefined ? {} : { max: field.max })}
        />
      );
  }
}
