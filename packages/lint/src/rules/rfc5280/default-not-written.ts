import { hex } from '../../ber/values.ts';
import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const defaultNotWritten = certificateRule({
  name: 'rfc5280/default-not-written',
  clause: 'X.690 §11.5',
  check(certificate) {
    if (certificate.version === 1 && certificate.versionElement !== undefined)
      return 'version 1 is written, which is the default';
    const written = certificate.extensions.all.find(
      ({ critical, criticalElement }) => criticalElement !== undefined && !critical,
    );
    if (written !== undefined) return `critical FALSE of the extension ${written.oid} is written, which is the default`;
    const constraints = certificate.extension(basicConstraints);
    return constraints !== undefined && WRITTEN_FALSE.has(hex(constraints.value))
      ? 'cA FALSE of basicConstraints is written, which is the default'
      : undefined;
  },
});

/** `SEQUENCE { FALSE }`. */
const WRITTEN_FALSE: ReadonlySet<string> = new Set(['3003010100']);
