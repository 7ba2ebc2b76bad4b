/** State of the CRLs of all CAs, for operators: metrics, and a note in `/ready`. */
import type { ReadinessCheck } from '../http/index.ts';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import { isoMoment } from '../kernel/text/moments.ts';
import type { NeededCrls } from '../modules/ca/index.ts';
import { countGauge, earliestOfCas, metricsOf, type Noted, remarkingCheck } from './health-formats.ts';

/** Returns the metrics: when the CRLs of each CA end, the earliest first, and how many CAs lack one. */
export function crlMetrics(crlEnds: Noted<NeededCrls>): { expose(): string } {
  return metricsOf(
    crlEnds,
    (noted) =>
      earliestOfCas(
        'sealwright_crl_next_update_timestamp_seconds',
        'When the first of the newest base CRLs of a CA ends',
        noted.map(({ authority, nextUpdate }) => ({ ca: authority.name, moment: nextUpdate })),
      ) +
      countGauge(
        'sealwright_cas_without_crl',
        'CAs that lack a CRL.',
        noted.filter(({ missing }) => missing > 0).length,
      ),
  );
}

/** Returns the check. It blocks no request; it reports CRLs that have ended, are missing, or will not be replaced in time. */
export function crlCheck(crlEnds: Noted<NeededCrls>, clock: Clock): ReadinessCheck {
  return remarkingCheck('CRLs', crlEnds, (one) => remarkOn(one, nowSeconds(clock)));
}

function remarkOn({ authority: { name, status }, missing, nextUpdate }: NeededCrls, now: number): string | undefined {
  if (missing > 0) return `CA '${name}' lacks ${missing === 1 ? 'a CRL' : `${missing} CRLs`}.`;
  if (nextUpdate === undefined) return undefined;
  const end = isoMoment(nextUpdate);
  if (nextUpdate < now) return `The CRL of CA '${name}' has ended at ${end}.`;
  if (status !== 'OFFLINE' || nextUpdate - now > SOON_SECONDS) return undefined;
  return `The CRL of CA '${name}' ends at ${end}, and the CA is off line.`;
}

const SOON_SECONDS = 30 * 86_400;
