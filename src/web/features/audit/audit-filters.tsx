/** Which entries of the audit log are shown. */
import { useState } from 'react';
import { ACTS, AUDIT_OBJECTS } from '#domain/audit/acts.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';
import styles from './audit-filters.module.css';
import { type AuditSearch, compact, readAuditSearch } from './audit-search.ts';

/** The filters of `search`. What is chosen counts at once, what is typed on Enter or when it is left. */
export function AuditFilters({
  search,
  onChange,
}: {
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}) {
  const sought = { person: search.person ?? '', q: search.q ?? '' };
  const [typed, setTyped] = useState(sought);
  const [lastSought, setLastSought] = useState(sought);
  // What is typed follows the address, which a link changes, too. Fields that were made anew would lose the focus.
  if (sought.person !== lastSought.person || sought.q !== lastSought.q) {
    setLastSought(sought);
    setTyped(sought);
  }
  const change = (next: Record<string, unknown>) =>
    onChange(readAuditSearch({ ...search, ...typed, ...next }));
  const isFiltered = Object.keys(compact(search)).length > 0;
  const typing = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
    onBlur: () => typed[name].trim() !== sought[name] && change({}),
  });
  return (
    <search>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          change({});
        }}
      >
        <Field label="Person">
          {(ties) => (
            <TextInput
              {...ties}
              type="search"
              placeholder="Name or email"
              maxLength={254}
              {...typing('person')}
            />
          )}
        </Field>
        <Field label="Act">
          {(ties) => (
            <Select
              {...ties}
              value={search.act ?? ''}
              onChange={(event) => change({ act: event.target.value })}
            >
              <option value="">Everything</option>
              {Object.entries(ACTS).map(([act, words]) => (
                <option key={act} value={act}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Thing">
          {(ties) => (
            <Select
              {...ties}
              value={search.object ?? ''}
              onChange={(event) => change({ object: event.target.value, objectId: undefined })}
            >
              <option value="">Anything</option>
              {Object.entries(AUDIT_OBJECTS).map(([kind, words]) => (
                <option key={kind} value={kind}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="From day">
          {(ties) => (
            <TextInput
              {...ties}
              type="date"
              value={search.from ?? ''}
              onChange={(event) => change({ from: event.target.value })}
            />
          )}
        </Field>
        <Field label="To day">
          {(ties) => (
            <TextInput
              {...ties}
              type="date"
              value={search.to ?? ''}
              onChange={(event) => change({ to: event.target.value })}
            />
          )}
        </Field>
        <Field label="Words">
          {(ties) => (
            <TextInput
              {...ties}
              type="search"
              placeholder="Value, address, request …"
              maxLength={200}
              {...typing('q')}
            />
          )}
        </Field>
        {/* For the keyboards of phones, which send a form that has a button. */}
        <button type="submit" className="sr" tabIndex={-1}>
          Show
        </button>
      </form>
      {isFiltered && (
        <p className={styles.clear}>
          {search.objectId !== undefined && <>Only entries about one thing. </>}
          <Button
            size="small"
            onClick={() => {
              setTyped({ person: '', q: '' });
              onChange({});
            }}
          >
            Show everything
          </Button>
        </p>
      )}
    </search>
  );
}
