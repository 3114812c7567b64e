/** Available stock as a status: enough, little, less than the minimum order, none. */
import { Quantity } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';

export function StockStatus({ stock, minOrder }: { readonly stock: number; readonly minOrder: number }) {
  if (stock <= 0) return <Status tone="off">Out of stock</Status>;
  if (stock < minOrder) {
    return (
      <Status tone="bad">
        <Quantity value={stock} unit="left" />
      </Status>
    );
  }
  if (stock < 2 * minOrder) {
    return (
      <Status tone="warn">
        <Quantity value={stock} unit="left" />
      </Status>
    );
  }
  return (
    <Status tone="good">
      <Quantity value={stock} />
    </Status>
  );
}
