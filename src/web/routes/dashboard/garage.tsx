/** The garage: vehicles that somebody orders parts for again and again. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { GarageVehicleBody } from '#contract/vehicles.ts';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { GarageDialog, type InGarage } from '#web/features/vehicles/garage-dialog.tsx';
import { garageQuery, useRemoveFromGarage, vehicleKept } from '#web/features/vehicles/garage-queries.ts';
import { GarageTable } from '#web/features/vehicles/garage-table.tsx';
import { chooseVehicle } from '#web/features/vehicles/vehicle-shelf.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './garage.module.css';

export const Route = createFileRoute('/dashboard/garage')({
  head: ({ match }) => pageHead(match.context, { title: 'My vehicles', noIndex: true }),
  component: Garage,
});

function Garage() {
  const user = useUser();
  const garage = useQuery(garageQuery(user.email));
  const [inDialog, setInDialog] = useState<InGarage>();
  const [leaving, setLeaving] = useState<GarageVehicleBody>();
  const remove = useRemoveFromGarage();
  const add = (
    <Button tone="signal" onClick={() => setInDialog('new')}>
      Add a vehicle
    </Button>
  );
  return (
    <>
      <div className={styles.head}>
        <PageTitle>My vehicles</PageTitle>
        {garage.data !== undefined && garage.data.length > 0 && add}
      </div>
      {garage.isError && garage.data === undefined ? (
        <ErrorNotice problem={problemOf(garage.error) ?? undefined} onRetry={() => garage.refetch()} />
      ) : (
        <GarageTable
          vehicles={garage.data}
          onShowParts={(kept) => chooseVehicle(vehicleKept(kept))}
          onEdit={setInDialog}
          onRemove={setLeaving}
          empty={
            <EmptyState title="No vehicles yet" action={add}>
              Keep the vehicles that you order for, with name, plate and notes; each is then one click away on
              every page of the shop.
            </EmptyState>
          }
        />
      )}
      <GarageDialog of={inDialog} onClose={() => setInDialog(undefined)} />
      <ConfirmDialog
        open={leaving !== undefined}
        title={`Remove ${leaving?.name || (leaving && vehicleKept(leaving).name) || 'this vehicle'}?`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => {
          if (leaving === undefined) return;
          remove.mutate(leaving.id, {
            onError: () => notify.error('It could not be removed. Please try again.'),
            onSettled: () => setLeaving(undefined),
          });
        }}
      >
        Its name, plate and notes go with it. Orders keep what they say of it.
      </ConfirmDialog>
    </>
  );
}
