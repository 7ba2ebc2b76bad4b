import type { PublisherSettings } from './publisher-settings.ts';

/** A kind of publisher: how it is called, and how its settings are read. Its driver is constructed in `wiring/publisher-drivers.ts`. */
export interface PublisherKind<S> {
  /** Other names: of the configuration dump of EJBCA, or of a class there. Any letter case counts, and blanks do not. */
  readonly labels: readonly string[];
  /** The names of all settings, for messages. */
  readonly settings: readonly string[];
  /** Makes checked settings, and reports what is wrong with them. Pure. */
  readonly read: (settings: PublisherSettings) => S;
}
