/** qcStatements: what makes a certificate a qualified one (RFC 3739 §3.2.6). */
import { oid, readDer, writeDer, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { writeOpenType } from './open-type.ts';
import { QC_STATEMENT_SYNTAXES, type QcStatementSyntax } from './qc-statement-syntax.ts';
import type { KnownQcStatement, QcStatement } from './qc-statement.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

/**
 * `SEQUENCE OF SEQUENCE { statementId, statementInfo ANY OPTIONAL }`, in the order written (RFC 3739 §3.2.6).
 *
 * `encode` throws a RangeError for an empty list, a statement made twice, a known statement as `other`, and members that
 * their types cannot hold.
 *
 * Accepted on reading: statements made twice and codes of any length, because the rules are about the values.
 */
export const qcStatements: ExtensionType<readonly QcStatement[]> = {
  oid: oid('1.3.6.1.5.5.7.1.3'),
  name: 'qcStatements',
  encode(value) {
    const identifiers = value.map((statement) => identifierOf(statement));
    if (new Set(identifiers).size < identifiers.length)
      throw new RangeError('a QC statement is made twice (ETSI EN 319 412-5)');
    return writeDer((writer) => writeSequenceOf(writer, value, writeStatement));
  },
  decode: (der) => readDer(der, (reader) => readSequenceOf(reader, readStatement)),
};

function readStatement(reader: DerReader): QcStatement {
  const sequence = reader.readSequence();
  const statementId = sequence.readOid();
  const statement = BY_IDENTIFIER.get(statementId)?.read(sequence) ?? readOther(sequence, statementId);
  sequence.finish();
  return statement;
}

function readOther(reader: DerReader, statementId: Oid): QcStatement {
  if (reader.atEnd) return { type: 'other', statementId };
  return { type: 'other', statementId, statementInfo: reader.readAny().raw };
}

function writeStatement(writer: DerWriter, statement: QcStatement): void {
  writer.sequence(() => {
    writer.oid(identifierOf(statement));
    if (statement.type !== 'other') syntaxOf(statement).write(writer, statement);
    else if (statement.statementInfo !== undefined) writeOpenType(writer, statement.statementInfo);
  });
}

function identifierOf(statement: QcStatement): Oid {
  if (statement.type !== 'other') return syntaxOf(statement).statementId;
  if (BY_IDENTIFIER.has(statement.statementId))
    throw new RangeError(`the statement ${statement.statementId} is a known one`);
  return statement.statementId;
}

function syntaxOf<S extends KnownQcStatement>(statement: S): QcStatementSyntax<S> {
  return QC_STATEMENT_SYNTAXES[statement.type] as unknown as QcStatementSyntax<S>;
}

const BY_IDENTIFIER = new Map<Oid, QcStatementSyntax<KnownQcStatement>>(
  Object.values(QC_STATEMENT_SYNTAXES).map((syntax) => [
    syntax.statementId,
    syntax as QcStatementSyntax<KnownQcStatement>,
  ]),
);
