/** The rooms of HTTP, in order. */
import type { Room } from './place.ts';

/** Rooms that an interface of HTTP is made with. */
const EDGE = ['errors', 'reading', 'interface'];

/** The rooms of HTTP: the edge first, then the listeners, then the interfaces. */
export const HTTP_ROOMS: readonly Room[] = [
  { name: 'errors', imports: [] },
  { name: 'reading', imports: ['errors'] },
  { name: 'proxies', imports: ['errors'] },
  { name: 'interface', imports: ['errors', 'reading', 'proxies'] },
  { name: 'tls', imports: [] },
  { name: 'uploads', imports: ['errors'] },
  { name: 'bodies', imports: ['errors', 'interface', 'uploads'] },
  { name: 'openapi', imports: ['reading', 'interface'] },
  { name: 'limits', imports: [] },
  { name: 'listener', imports: [...EDGE, 'proxies', 'limits', 'tls', 'bodies'] },
  { name: 'ops', imports: [...EDGE, 'listener'] },
  { name: 'distribution', imports: EDGE },
  { name: 'ocsp', imports: [...EDGE, 'distribution'] },
  { name: 'administration', imports: [...EDGE, 'openapi'] },
  { name: 'ca-rest', imports: [...EDGE, 'bodies', 'openapi', 'uploads'] },
  { name: 'signing-rest', imports: [...EDGE, 'uploads', 'bodies', 'openapi'] },
  { name: 'signing-managed', imports: [...EDGE, 'uploads', 'bodies', 'openapi', 'signing-rest'] },
  { name: 'signing-servlet', imports: [...EDGE, 'uploads', 'bodies', 'signing-rest'] },
];
