import { requireTag, Sequence } from '../../ber/element.ts';
import { oidText, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** RFC 3739 §3.2.6: the identifiers of the statements. */
export const qcStatements: ExtensionForm<readonly string[]> = {
  oid: '1.3.6.1.5.5.7.1.3',
  name: 'qcStatements',
  read: (value) =>
    requireTag(value, Tag.sequence, 'QCStatements').children.map((statement) => {
      const parts = new Sequence(statement, 'a QCStatement');
      const id = oidText(parts.next('statementId', Tag.objectIdentifier));
      if (!parts.atEnd) parts.next('statementInfo');
      parts.finish();
      return id;
    }),
};
