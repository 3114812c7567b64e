/** Choosing a vehicle: typed in one box, or step by step, or one of those chosen lately. In a chunk of its own. */
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FoundVehicleBody, VehicleBody } from '#contract/vehicles.ts';
import { isVin, normaliseVin } from '#domain/vehicles/vin.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { foundVehiclesQuery, modelsQuery, yearsQuery } from './chooser-queries.ts';
import { ChosenEngine } from './chosen-engine.tsx';
import { EngineStep } from './engine-step.tsx';
import type { OwnVehicle } from './own-vehicle.ts';
import { TypedChoices } from './typed-choices.tsx';
import styles from './vehicle-chooser.module.css';
import { makesQuery } from './vehicle-tree-queries.ts';
import { VehiclesAtHand } from './vehicles-at-hand.tsx';
import { VinReading } from './vin-reading.tsx';

export type ChooseVehicle = (vehicle: OwnVehicle) => void;
/** Its engine may still be asked for; `engine` is what was typed of it. */
type FindVehicle = (vehicle: VehicleBody, engine?: string) => void;

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
  // Of which only the engine is still to be said.
  const [found, setFound] = useState<{ readonly vehicle: VehicleBody; readonly engine: string }>();
  const findVehicle: FindVehicle = (vehicle, engine = '') => setFound({ vehicle, engine });
  useEffect(() => {
    if (found === undefined) box.current?.focus();
  }, [found]);
  const vin = isVin(text) ? normaliseVin(text) : undefined;

  const onFound = (one: FoundVehicleBody, engine: string) => {
    if (one.vehicle !== null) return findVehicle(one.vehicle, engine);
    setMake(one.make);
    if (one.model === null || one.kind === null) {
      // A make: its models are found as soon as one goes on typing.
      setModel(undefined);
      setText(`${one.make} `);
      box.current?.focus();
      return undefined;
    }
    setModel({ make: one.make, model: one.model, kind: one.kind });
    setText('');
    // The steps are shown again only after this.
    setTimeout(() => yearBox.current?.focus());
    return undefined;
  };

  if (found !== undefined) {
    return (
      <div className={styles.chooser}>
        <EngineStep {...found} onChoose={onChoose} onBack={() => setFound(undefined)} />
      </div>
    );
  }
  return (
    <div className={styles.chooser}>
      <TypedVehicle text={text} onText={setText} onFound={onFound} inputRef={box} />
      {vin !== undefined && (
        <VinReading
          vin={vin}
          onChoose={findVehicle}
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
            onChoose={findVehicle}
            yearRef={yearBox}
          />
          {withKept && vin === undefined && (
            <>
              <ChosenEngine onAsk={findVehicle} />
              <VehiclesAtHand onChoose={onChoose} />
            </>
          )}
        </>
      )}
    </div>
  );
}

/** The box, and under it what was found. */
function TypedVehicle({
  text,
  onText,
  onFound,
  inputRef,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFound: (found: FoundVehicleBody, engine: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}) {
  const typed = text.trim();
  const isName = typed !== '' && !isVin(typed);
  const { name, engine } = withoutEngine(typed);
  const search = useQuery(foundVehiclesQuery(isName ? name : ''));
  const found = !isName ? [] : (search.data ?? []);
  return (
    <div>
      <TypedChoices
        label="Make, model and year, or VIN"
        hint="In any order: audi a4 2014, f150 2013"
        listName="Vehicles found"
        inputRef={inputRef}
        text={text}
        onText={onText}
        choices={found}
        keyOf={(one) => [one.make, one.kind, one.model, one.vehicle?.year].join('|')}
        wordsOf={(one) => <FoundWords found={one} />}
        isOld={search.isPlaceholderData}
        onTake={(one) => onFound(one, engine)}
      />
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

/** "golf 2014 2.0 tdi": what begins with a displacement is of the engine, which the next step asks for. */
function withoutEngine(typed: string): { readonly name: string; readonly engine: string } {
  const [, name = typed, engine = ''] = /^(.+?)\s+(\d{1,2}[.,]\d.*)$/.exec(typed) ?? [];
  return { name, engine };
}

/** Something that may have been meant as a VIN is told what one is. */
function noVehicleWords(typed: string): string {
  const plain = typed.replace(/[\s.\-_]/g, '');
  const { length } = plain;
  return /^[a-z0-9]{11,22}$/i.test(plain) && plain.replace(/\D/g, '').length > 4
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
  readonly onChoose: FindVehicle;
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
