/** Available stock as a status: enough, little, less than the minimum order, none. */
import { Quantity } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';

export function StockStatus({ stock, minOrder }: { readonly stock: number; readonly minOrder: number }) {
  const tone = stock <= 0 ? 'off' : stock < minOrder ? 'bad' : stock < 2 * minOrder ? 'warn' : 'good';
  return (
    <Status tone={tone}>
      <Quantity value={stock} {...(tone !== 'good' && { unit: 'left' })} />
    </Status>
  );
}
