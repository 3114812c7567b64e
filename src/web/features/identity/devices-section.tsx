/** Where the account is signed in, and signing out from there. */
import { Button } from '#web/ui/button.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Moment } from '#web/ui/numbers.tsx';
import { Tag } from '#web/ui/status.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { notify } from '#web/ui/toasts.ts';
import { type SecurityBody, useSecurityAct } from './account-security.ts';
import { deviceName } from './device-name.ts';
import { failureText } from './failure-text.ts';
import styles from './security.module.css';

type Device = SecurityBody['sessions'][number];

export function DevicesSection({ security }: { readonly security: SecurityBody }) {
  const end = useSecurityAct(
    (at, which: string) => at.identityEndSession({ body: { which } }),
    ({ ended }) =>
      notify.success(ended === 1 ? 'The device is signed out.' : `${ended} devices are signed out.`),
  );
  const columns: readonly Column<Device>[] = [
    {
      key: 'device',
      head: 'Device',
      rowHeader: true,
      cell: (device) => (
        <span className={styles.device} title={device.userAgent}>
          {deviceName(device.userAgent)} {device.isThis && <Tag tone="good">this one</Tag>}
        </span>
      ),
    },
    { key: 'since', head: 'Signed in', cell: (device) => <Moment at={device.signedInAt} time /> },
    { key: 'seen', head: 'Last seen', cell: (device) => <Moment at={device.seenAt} /> },
    {
      key: 'end',
      head: <span className="sr">Sign out</span>,
      align: 'end',
      cell: (device) =>
        !device.isThis && (
          <Button
            size="small"
            busy={end.isPending && end.variables === device.id}
            onClick={() => end.mutate(device.id)}
          >
            <span>
              Sign out<span className="sr">: {deviceName(device.userAgent)}</span>
            </span>
          </Button>
        ),
    },
  ];
  return (
    <section className={styles.wide} aria-labelledby="devices">
      <SectionHead
        title={<span id="devices">Devices</span>}
        end={
          security.sessions.length > 1 && (
            <Button
              size="small"
              tone="danger"
              busy={end.isPending && end.variables === 'others'}
              onClick={() => end.mutate('others')}
            >
              Sign out everywhere else
            </Button>
          )
        }
      />
      {end.isError && <ErrorNotice title={failureText(end.error)} kept="The other devices stay." />}
      <Table
        caption="Where you are signed in"
        columns={columns}
        rows={security.sessions}
        rowKey={(device) => device.id}
      />
    </section>
  );
}
