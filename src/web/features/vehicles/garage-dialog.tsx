/** Keeps a vehicle in the garage: which one it is, if that is still to be chosen, then what tells it from others. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { GarageVehicleBody } from '#contract/vehicles.ts';
import { engineKey } from '#domain/vehicles/engine.ts';
import { showFieldErrors } from '#web/form-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select, TextArea, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './garage-dialog.module.css';
import { type GarageNotes, useSaveInGarage, vehicleKept } from './garage-queries.ts';
import { type OwnVehicle, ownVehicle, vehicleKey } from './own-vehicle.ts';
import { VehicleChooserOnDemand } from './vehicle-chooser-on-demand.tsx';
import { enginesQuery } from './vehicle-queries.ts';

/** `new`: a vehicle that is still to be chosen; undefined: closed. */
export type InGarage = GarageVehicleBody | 'new' | undefined;

export function GarageDialog({ of, onClose }: { readonly of: InGarage; readonly onClose: () => void }) {
  // Held here, since the form goes when this closes: the same vehicle asked for again must bear the same key.
  const save = useSaveInGarage();
  // The last one: its words stay while the dialog closes.
  const [shown, setShown] = useState(of);
  if (of !== undefined && of !== shown) setShown(of);
  const [chosen, setChosen] = useState<OwnVehicle>();
  const close = () => {
    setChosen(undefined);
    onClose();
  };
  const vehicle = shown === 'new' ? chosen : shown && vehicleKept(shown);
  return (
    <Dialog
      open={of !== undefined}
      onClose={() => !save.isPending && close()}
      title={vehicle?.name ?? 'Add a vehicle'}
      description={shown === 'new' && vehicle === undefined ? 'Which one is it?' : undefined}
      sheet
    >
      {vehicle === undefined ? (
        <VehicleChooserOnDemand onChoose={setChosen} withKept={false} />
      ) : (
        <NotesForm
          key={shown === 'new' ? vehicleKey(vehicle) : shown?.id}
          kept={shown === 'new' ? undefined : shown}
          vehicle={vehicle}
          save={save}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

function NotesForm({
  kept,
  vehicle,
  save,
  onClose,
}: {
  readonly kept: GarageVehicleBody | undefined;
  readonly vehicle: OwnVehicle;
  readonly save: ReturnType<typeof useSaveInGarage>;
  readonly onClose: () => void;
}) {
  // How it ended goes with the form.
  useEffect(() => save.reset, [save.reset]);
  const { register, handleSubmit, formState, setError } = useForm<GarageNotes>({
    defaultValues: {
      engine: vehicle.engine,
      name: kept?.name ?? '',
      plate: kept?.plate ?? '',
      vin: kept?.vin ?? '',
      notes: kept?.notes ?? '',
    },
  });
  const { errors } = formState;
  const known = useQuery(enginesQuery(vehicle.id)).data ?? [];
  // One that was kept stays as it is written, though no part is listed for it any more.
  const own = engineKey(vehicle.engine);
  const engines =
    vehicle.engine === '' ? known : [vehicle.engine, ...known.filter((engine) => engineKey(engine) !== own)];
  const onSubmit = handleSubmit((notes) => {
    if (save.isPending) return;
    save.mutate(
      { id: kept?.id, vehicle: vehicle.id, notes },
      {
        onSuccess: () => {
          notify.success(
            kept === undefined ? `${ownVehicle(vehicle, notes.engine).name} is in your garage.` : 'Saved.',
          );
          onClose();
        },
        onError: (error) => showFieldErrors(error, ['engine', 'name', 'plate', 'vin', 'notes'], setError),
      },
    );
  });
  const problem = problemOf(save.error);
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {engines.length > 0 && (
        <Field label="Engine" error={errors.engine?.message}>
          {(ties) => (
            <Select {...ties} key={engines.join('|')} {...register('engine')}>
              <option value="">Not listed, or not known</option>
              {engines.map((engine) => (
                <option key={engine}>{engine}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Name" hint="What you call it" error={errors.name?.message}>
        {(ties) => <TextInput {...ties} maxLength={60} autoComplete="off" {...register('name')} />}
      </Field>
      <div className={styles.two}>
        <Field label="Plate" error={errors.plate?.message}>
          {(ties) => (
            <TextInput
              {...ties}
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              {...register('plate')}
            />
          )}
        </Field>
        <Field label="VIN" error={errors.vin?.message}>
          {(ties) => (
            <TextInput
              {...ties}
              maxLength={25}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...register('vin')}
            />
          )}
        </Field>
      </div>
      <Field label="Notes" error={errors.notes?.message}>
        {(ties) => <TextArea {...ties} rows={3} maxLength={1000} {...register('notes')} />}
      </Field>
      {save.isError && (problem?.errors ?? []).length === 0 && (
        <ErrorNotice
          problem={problem ?? undefined}
          kept={
            kept === undefined
              ? 'What you typed is still here. Trying again adds the vehicle once.'
              : 'What you typed is still here.'
          }
        />
      )}
      <div className={styles.actions}>
        <Button onClick={onClose} disabled={save.isPending}>
          Back
        </Button>
        <Button type="submit" tone="signal" busy={save.isPending}>
          {kept === undefined ? 'Add to garage' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
