/** One's own vehicles: what tells them apart, and what can be done with each. */
import type { ReactNode } from 'react';
import type { GarageVehicleBody } from '#contract/vehicles.ts';
import { searchOfVehicle } from '#web/addresses/vehicle-search.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { vehicleKept } from './garage-queries.ts';
import styles from './garage-table.module.css';

export type GarageTableProps = {
  /** Undefined while they are on their way. */
  readonly vehicles: readonly GarageVehicleBody[] | undefined;
  readonly empty: ReactNode;
  readonly onShowParts: (vehicle: GarageVehicleBody) => void;
  readonly onEdit: (vehicle: GarageVehicleBody) => void;
  readonly onRemove: (vehicle: GarageVehicleBody) => void;
};

export function GarageTable({ vehicles, empty, ...actions }: GarageTableProps) {
  return (
    <Table
      caption="My vehicles"
      className={styles.table}
      columns={columnsWith(actions)}
      rows={vehicles}
      rowKey={(kept) => kept.id}
      empty={empty}
    />
  );
}

function columnsWith({
  onShowParts,
  onEdit,
  onRemove,
}: Omit<GarageTableProps, 'vehicles' | 'empty'>): readonly Column<GarageVehicleBody>[] {
  return [
    {
      key: 'vehicle',
      head: 'Vehicle',
      rowHeader: true,
      className: styles.vehicle,
      cell: (kept) => {
        const { name: vehicleName } = vehicleKept(kept);
        return (
          <>
            {kept.name === '' ? vehicleName : kept.name}
            {kept.name !== '' && <small>{vehicleName}</small>}
          </>
        );
      },
    },
    {
      key: 'plate',
      head: 'Plate',
      className: styles.plate,
      cell: ({ plate }) => (plate === '' ? '–' : <PartNumber number={plate} />),
    },
    {
      key: 'vin',
      head: 'VIN',
      className: styles.vin,
      cell: ({ vin }) => (vin === '' ? '–' : <PartNumber number={vin} />),
    },
    {
      key: 'notes',
      head: 'Notes',
      className: styles.notes,
      cell: ({ notes }) => (notes === '' ? '–' : notes),
    },
    {
      key: 'actions',
      head: <span className="sr">Actions</span>,
      align: 'end',
      className: styles.actions,
      cell: (kept) => {
        const vehicle = vehicleKept(kept);
        const words = <span className="sr">: {kept.name === '' ? vehicle.name : kept.name}</span>;
        return (
          <span className={styles.buttons}>
            <ButtonLink
              to="/catalogue"
              search={searchOfVehicle(vehicle)}
              size="small"
              onClick={() => onShowParts(kept)}
            >
              Parts{words}
            </ButtonLink>
            <Button size="small" onClick={() => onEdit(kept)}>
              Edit{words}
            </Button>
            <Button size="small" tone="danger" onClick={() => onRemove(kept)}>
              Remove{words}
            </Button>
          </span>
        );
      },
    },
  ];
}
