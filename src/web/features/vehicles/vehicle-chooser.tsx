/** Choosing a vehicle: typed in one box, or step by step, or one of those chosen lately. In a chunk of its own. */
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { FoundVehicleBody, VehicleBody } from '#contract/vehicles.ts';
import { isVin, normaliseVin } from '#domain/vehicles/vin.ts';
import { useSession } from '#web/features/identity/session.ts';
import { Field } from '#web/ui/field.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { garageQuery } from './garage-queries.ts';
import styles from './vehicle-chooser.module.css';
import { foundVehiclesQuery, makesQuery, modelsQuery, yearsQuery } from './vehicle-queries.ts';
import { useRecentVehicles } from './vehicle-shelf.ts';
import { VinReading } from './vin-reading.tsx';

export type ChooseVehicle = (vehicle: VehicleBody) => void;

/** A model that is named, whose year is still to be chosen. */
type Model = { readonly make: string; readonly model: string; readonly kind: VehicleBody['kind'] };

export default function VehicleChooser({
  onChoose,
  withKept = true,
}: {
  readonly onChoose: ChooseVehicle;
  /** Offers one's own vehicles and recent ones, too. */
  readonly withKept?: boolean;
}) {
  const [text, setText] = useState('');
  const [make, setMake] = useState('');
  const [model, setModel] = useState<Model>();
  const box = useRef<HTMLInputElement>(null);
  const yearBox = useRef<HTMLSelectElement>(null);
  useEffect(() => box.current?.focus(), []);
  const vin = isVin(text) ? normaliseVin(text) : undefined;

  const onFound = (found: FoundVehicleBody) => {
    if (found.vehicle !== null) return onChoose(found.vehicle);
    setMake(found.make);
    if (found.model === null || found.kind === null) {
      // A make: its models are found as soon as one goes on typing.
      setModel(undefined);
      setText(`${found.make} `);
      box.current?.focus();
      return undefined;
    }
    setModel({ make: found.make, model: found.model, kind: found.kind });
    setText('');
    // The steps are shown again only after this.
    setTimeout(() => yearBox.current?.focus());
    return undefined;
  };

  return (
    <div className={styles.chooser}>
      <TypedVehicle text={text} onText={setText} onFound={onFound} inputRef={box} />
      {vin !== undefined && (
        <VinReading
          vin={vin}
          onChoose={onChoose}
          onMake={(name) => {
            setMake(name);
            setModel(undefined);
          }}
        />
      )}
      {(text.trim() === '' || vin !== undefined) && (
        <>
          <Steps
            make={make}
            model={model}
            onMake={(next) => {
              setMake(next);
              setModel(undefined);
            }}
            onModel={setModel}
            onChoose={onChoose}
            yearRef={yearBox}
          />
          {withKept && vin === undefined && <Kept onChoose={onChoose} />}
        </>
      )}
    </div>
  );
}

/** The box, and under it what was found; walked with the arrow keys. */
function TypedVehicle({
  text,
  onText,
  onFound,
  inputRef,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFound: (found: FoundVehicleBody) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}) {
  const listId = useId();
  const [active, setActive] = useState(0);
  const typed = text.trim();
  const isName = typed !== '' && !isVin(typed);
  const search = useQuery(foundVehiclesQuery(isName ? typed : ''));
  const found = !isName ? [] : (search.data ?? []);
  const at = Math.min(active, found.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((at + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = found[at];
      // Not what was found for fewer letters.
      if (chosen !== undefined && !search.isPlaceholderData) onFound(chosen);
    } else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      onText('');
    }
  };

  return (
    <div>
      <Field label="Make, model and year, or VIN" hint="In any order: audi a4 2014, f150 2013">
        {(ties) => (
          <TextInput
            {...ties}
            ref={inputRef}
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={100}
          />
        )}
      </Field>
      <div
        className={styles.found}
        id={listId}
        role="listbox"
        aria-label="Vehicles found"
        hidden={found.length === 0}
      >
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
          <div
            key={[one.make, one.kind, one.model, one.vehicle?.year].join('|')}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onPointerMove={() => setActive(index)}
            onClick={() => onFound(one)}
          >
            <FoundWords found={one} />
          </div>
        ))}
      </div>
      {search.isError && isName && (
        <ErrorNotice kept="What you typed is kept." onRetry={() => void search.refetch()} />
      )}
      <p className={styles.none} role="status">
        {isName && search.isSuccess && !search.isPlaceholderData && found.length === 0
          ? noVehicleWords(typed)
          : ''}
      </p>
    </div>
  );
}

function FoundWords({
  found: { make, kind, model, yearFrom, yearTo, vehicle },
}: {
  readonly found: FoundVehicleBody;
}) {
  if (vehicle !== null) {
    return (
      <>
        <span>{vehicle.name}</span>
        <span className={styles.aside}>{KINDS[vehicle.kind]}</span>
      </>
    );
  }
  if (model === null || kind === null) {
    return (
      <>
        <span>{make}</span>
        <span className={styles.aside}>all models</span>
      </>
    );
  }
  return (
    <>
      <span>
        {make} {model}
      </span>
      <span className={styles.aside}>
        {KINDS[kind]}, {yearFrom === yearTo ? yearFrom : `${yearFrom} to ${yearTo}`}
      </span>
    </>
  );
}

/** Something that may have been meant as a VIN is told what one is. */
function noVehicleWords(typed: string): string {
  const { length } = typed.replace(/[\s.-]/g, '');
  return /^\S{11,}$/.test(typed) && /\d/.test(typed)
    ? `A VIN has 17 letters and digits; these are ${length}.`
    : 'No vehicle is called so. Try fewer letters, or choose step by step.';
}

const KINDS = { car: 'car', truck: 'truck', motorcycle: 'motorcycle' } as const;
const KIND_GROUPS = [
  { kind: 'car', label: 'Cars' },
  { kind: 'truck', label: 'Trucks' },
  { kind: 'motorcycle', label: 'Motorcycles' },
] as const;

/** Make, then model, then year, by the platform's own lists. */
function Steps({
  make,
  model,
  onMake,
  onModel,
  onChoose,
  yearRef,
}: {
  readonly make: string;
  readonly model: Model | undefined;
  readonly onMake: (make: string) => void;
  readonly onModel: (model: Model | undefined) => void;
  readonly onChoose: ChooseVehicle;
  readonly yearRef: RefObject<HTMLSelectElement | null>;
}) {
  const makes = useQuery(makesQuery);
  const models = useQuery(modelsQuery(make)).data ?? [];
  const years = useQuery(yearsQuery(model)).data ?? [];
  const groups = KIND_GROUPS.map((group) => ({
    ...group,
    models: models.filter(({ kind }) => kind === group.kind),
  })).filter((group) => group.models.length > 0);
  return (
    <div className={styles.steps}>
      <Field label="Make">
        {(ties) => (
          <Select {...ties} value={make} onChange={(event) => onMake(event.target.value)}>
            <option value="">{makes.isPending ? 'Loading…' : 'Choose'}</option>
            {makes.data?.map((one) => (
              <option key={one.make}>{one.make}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Model">
        {(ties) => (
          <Select
            {...ties}
            value={model === undefined ? '' : `${model.kind}|${model.model}`}
            disabled={make === ''}
            onChange={(event) => {
              const chosen = models.find((one) => `${one.kind}|${one.model}` === event.target.value);
              onModel(chosen && { make, model: chosen.model, kind: chosen.kind });
            }}
          >
            <option value="">{make === '' ? '' : 'Choose'}</option>
            {groups.map((group) => (
              <optgroup key={group.kind} label={group.label}>
                {group.models.map((one) => (
                  <option key={one.model} value={`${one.kind}|${one.model}`}>
                    {one.model}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Year">
        {(ties) => (
          <Select
            {...ties}
            ref={yearRef}
            value=""
            disabled={model === undefined}
            onChange={(event) => {
              const chosen = years.find((one) => String(one.id) === event.target.value);
              if (chosen !== undefined) onChoose(chosen);
            }}
          >
            <option value="">{model === undefined ? '' : 'Choose'}</option>
            {years.map((one) => (
              <option key={one.id} value={one.id}>
                {one.year}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** One's own vehicles, and those chosen lately that are none of them. */
function Kept({ onChoose }: { readonly onChoose: ChooseVehicle }) {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : '';
  const garage = useQuery({ ...garageQuery(email), enabled: email !== '' }).data ?? [];
  const recent = useRecentVehicles().filter(({ id }) => garage.every((kept) => kept.vehicle.id !== id));
  return (
    <>
      {garage.length > 0 && (
        <VehicleButtons title="My vehicles">
          {garage.map((kept) => (
            <VehicleButton
              key={kept.id}
              vehicle={kept.vehicle}
              name={kept.name}
              aside={kept.plate}
              onChoose={onChoose}
            />
          ))}
        </VehicleButtons>
      )}
      {recent.length > 0 && (
        <VehicleButtons title="Recent">
          {recent.map((vehicle) => (
            <VehicleButton key={vehicle.id} vehicle={vehicle} onChoose={onChoose} />
          ))}
        </VehicleButtons>
      )}
    </>
  );
}

function VehicleButtons({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.recent}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function VehicleButton({
  vehicle,
  name = '',
  aside = '',
  onChoose,
}: {
  readonly vehicle: VehicleBody;
  /** What its owner calls it. */
  readonly name?: string;
  readonly aside?: string;
  readonly onChoose: ChooseVehicle;
}) {
  return (
    <li>
      <button type="button" onClick={() => onChoose(vehicle)}>
        <span>
          {name === '' ? vehicle.name : name}
          {name !== '' && <span className={styles.aside}> {vehicle.name}</span>}
        </span>
        <span className={styles.aside}>{aside}</span>
      </button>
    </li>
  );
}
