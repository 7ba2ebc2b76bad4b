/** A service that tells of what ends soon: its document's id and name, and how it is set. */
import type { ExpirationSettings } from '../services/index.ts';

export interface TellingService extends ExpirationSettings {
  /** Of the document. */
  readonly id: number;
  readonly name: string;
  readonly caIds: ReadonlySet<number> | 'any';
}
