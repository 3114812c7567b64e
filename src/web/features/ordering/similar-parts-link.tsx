/** The way from a part that cannot be had to others of its type. */
import { Link } from '@tanstack/react-router';

export function SimilarPartsLink({
  part,
}: {
  readonly part: { readonly partType: string | null; readonly partTypeCode: string | null };
}) {
  return part.partTypeCode === null || part.partType === null ? (
    <Link to="/catalogue">Look in the catalogue</Link>
  ) : (
    <Link to="/catalogue" search={{ type: part.partTypeCode }}>
      See others of this type: {part.partType}
    </Link>
  );
}
