/** The figures of shops beside each other, as tables. */
import { median } from '../statistics.ts';
import { aligned } from '../table.ts';
import type { BesideFigure, BesideShopFigure } from './measure-beside.ts';

/** Three digits that count. */
const digits = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const percent = (value: number) => `${Math.round(value * 100)} %`;
const MB = 1_000_000;

export function formatBeside(figures: readonly BesideFigure[], shops: readonly BesideShopFigure[]): string {
  return [formatLoads(figures), formatShops(shops)].join('\n\n');
}

/** The shops under each other, for each workload and number of connections. */
function formatLoads(figures: readonly BesideFigure[]): string {
  const head = [
    ...['', 'conn', 'a second', 'p50 ms', 'p99 ms', 'CPU ms', 'DB ms', 'MB', 'requests', 'load', 'others'],
  ];
  const groups = Map.groupBy(figures, ({ name, connections }) => `${name} · ${connections}`);
  const ordered = [...groups.values()].flat();
  const rows = ordered.map(({ shop, connections, measured, requestsEach }) => [
    ...[`  ${shop}`, String(connections), digits(measured.requestsPerSecond)],
    ...[digits(measured.p50Ms), digits(measured.p99Ms), digits(measured.cpuMsPerRequest)],
    measured.databaseCpuMsPerRequest === undefined ? '–' : digits(measured.databaseCpuMsPerRequest),
    ...[measured.peakMemoryMb.toFixed(0), requestsEach.toFixed(0)],
    ...[percent(measured.loadBusy), percent(measured.othersBusy)],
  ]);
  const [first = '', ...shown] = aligned([head, ...rows]).split('\n');
  const lines = [first];
  ordered.forEach((figure, at) => {
    const last = ordered[at - 1];
    if (figure.name !== last?.name) lines.push('', figure.name);
    else if (figure.connections !== last.connections) lines.push('');
    lines.push(shown[at] ?? '');
  });
  return lines.join('\n');
}

function formatShops(shops: readonly BesideShopFigure[]): string {
  const head = [
    ...['', 'parts in s', 'database MB', 'first list ms', 'CPU ms', 'MB then', 'after 5 s', 'after the load'],
    'packages MB',
  ];
  const rows = shops.map(({ shop, fillSeconds, databaseMb, starts, afterLoadMb, installedMb }) => {
    const first = starts.flatMap(({ answers }) => answers.slice(0, 1));
    return [
      ...[shop, fillSeconds.toFixed(0), databaseMb.toFixed(0)],
      median(first.map(({ ms }) => ms)).toFixed(0),
      median(first.map(({ cpuMs }) => cpuMs)).toFixed(0),
      (median(first.map(({ residentBytes }) => residentBytes)) / MB).toFixed(0),
      (median(starts.map(({ residentBytes }) => residentBytes)) / MB).toFixed(0),
      ...[afterLoadMb.toFixed(0), installedMb.toFixed(0)],
    ];
  });
  return aligned([head, ...rows]);
}
