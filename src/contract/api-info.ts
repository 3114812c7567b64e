/** What the API says of itself. */
export const API_INFO = {
  title: 'Mainshaft',
  basePath: '/api',
  description: [
    'The API of a wholesale shop for vehicle parts.',
    'Lists are JSON arrays in pages: the address of the next one is in `Link: <…>; rel="next"`, the count in `X-Total-Count`.',
    'Errors are problem details (RFC 9457) whose `code` tells them apart. Every answer has an `X-Request-Id`.',
    'A call with an effect is safe to repeat where it takes an `Idempotency-Key`.',
  ].join('\n\n'),
} as const;
