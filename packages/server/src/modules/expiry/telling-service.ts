/** A service that reports what ends soon: its document's id and name, and its settings. */
import type { ExpirationSettings } from '../services/index.ts';

export interface TellingService extends ExpirationSettings {
  /** Of the document. */
  readonly id: number;
  readonly name: string;
  readonly caIds: ReadonlySet<number> | 'any';
}
