/** State of the OCSP responders of all CAs, for operators: metrics, and a note in `/ready`. */
import type { ReadinessCheck } from '../http/index.ts';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import { isoMoment } from '../kernel/text/moments.ts';
import type { NeededResponders } from '../modules/ca/index.ts';
import { countGauge, earliestOfCas, metricsOf, type Noted, remarkingCheck } from './health-formats.ts';

/** Returns the metrics: when the responders of each CA end, the earliest first, and how many CAs lack one or have one that is not renewed in time. */
export function responderMetrics(responderEnds: Noted<NeededResponders>): { expose(): string } {
  return metricsOf(
    responderEnds,
    (noted) =>
      earliestOfCas(
        'sealwright_ocsp_responder_not_after_timestamp_seconds',
        'When the first certificate of the OCSP responders of a CA ends',
        noted.map(({ authority, notAfter }) => ({ ca: authority.name, moment: notAfter })),
      ) +
      countGauge(
        'sealwright_cas_with_late_ocsp_responder',
        'CAs with an OCSP responder whose certificate should have been renewed by now.',
        noted.filter(({ endsSoon }) => endsSoon).length,
      ) +
      countGauge(
        'sealwright_cas_without_ocsp_responder',
        'CAs that lack an OCSP responder.',
        noted.filter(({ missing }) => missing > 0).length,
      ),
  );
}

/** Returns the check. It blocks no request; it reports responders that are missing, have ended, or should have been renewed by now. */
export function responderCheck(responderEnds: Noted<NeededResponders>, clock: Clock): ReadinessCheck {
  return remarkingCheck('OCSP responders', responderEnds, (one) => remarkOn(one, nowSeconds(clock)));
}

function remarkOn({ authority, missing, notAfter, endsSoon }: NeededResponders, now: number): string | undefined {
  const { name, status } = authority;
  if (missing > 0) return `CA '${name}' lacks an OCSP responder.`;
  if (!endsSoon || notAfter === undefined) return undefined;
  const end = isoMoment(notAfter);
  if (notAfter < now) return `The OCSP responder of CA '${name}' has ended at ${end}.`;
  if (status === 'EXTERNAL') return `The OCSP responder of CA '${name}' ends at ${end}; have the CA certify it again.`;
  return `The OCSP responder of CA '${name}' ends at ${end} and could not be renewed.`;
}
