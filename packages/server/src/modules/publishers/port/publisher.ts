/** The port of what publishes: a driver takes one object at a time to one place. */
import type { PublishedObject } from './published-object.ts';

/**
 * A driver of one publisher. It is constructed with the checked settings of its document, connects when it is first asked to, and may keep a connection
 * until {@link close}.
 *
 * Calls run beside each other, four at most, never two for one object. The same object comes again after a failure, a crash or a change, so publishing is
 * replacing: what is published stands where the same object stood before, whole or not at all.
 */
export interface Publisher {
  /**
   * Puts an object in its place.
   *
   * @param signal - ends the call: its time is over, or the server stops
   * @throws {@link PublishingError} when it is not there, or when it cannot be known whether it is
   */
  publish(object: PublishedObject, signal: AbortSignal): Promise<void>;
  /**
   * Takes an object away, by its name; no error when there is none. The object is as it is now: of a certificate, revoked.
   *
   * @throws {@link PublishingError}
   */
  remove(object: PublishedObject, signal: AbortSignal): Promise<void>;
  /**
   * Tries what publishing needs, as far as that leaves nothing behind: the connection, the login, the place.
   *
   * @throws {@link PublishingError}
   */
  test(signal: AbortSignal): Promise<void>;
  /** Ends connections that are kept. Never throws. Nothing is called afterwards. */
  close?(): Promise<void>;
}
