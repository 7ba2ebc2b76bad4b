/**
 * Names the columns of queries that read whole rows.
 *
 * A process of the release before this one goes on reading while a migration adds columns. With `*` PostgreSQL refuses each prepared statement once then, since the type of its
 * result has changed.
 */
import {
  ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  type SelectQueryNode,
  SelectionNode,
  TableNode,
  type UnknownRow,
} from 'kysely';
import { TABLES } from './schema.ts';

/** Replaces `*` by the columns that the tables of this release have. */
export class NamedColumns implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind !== 'SelectQueryNode' || node.selections === undefined) return node;
    return { ...node, selections: node.selections.flatMap((selection) => named(selection, node)) };
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

function named(node: SelectionNode, query: SelectQueryNode): readonly SelectionNode[] {
  const { selection } = node;
  if (SelectAllNode.is(selection)) return columnsOf(onlyTable(query), undefined) ?? [node];
  if (!ReferenceNode.is(selection) || !SelectAllNode.is(selection.column)) return [node];
  return columnsOf(selection.table, selection.table) ?? [node];
}

/** @throws {TypeError} for a query of several tables, which has to say the rows of which it reads */
function onlyTable({ from, joins = [] }: SelectQueryNode): OperationNode | undefined {
  const [table, ...others] = from?.froms ?? [];
  if (others.length + joins.length > 0)
    throw new TypeError('a read of several tables names the one that it reads all columns of');
  return table;
}

/** Returns the columns of a table; undefined for what is no table of this program, such as a query within the query. */
function columnsOf(
  table: OperationNode | undefined,
  prefix: TableNode | undefined,
): readonly SelectionNode[] | undefined {
  if (table === undefined || !TableNode.is(table)) return undefined;
  const columns: Readonly<Record<string, unknown>> | undefined =
    TABLES[table.table.identifier.name as keyof typeof TABLES];
  return (
    columns &&
    Object.keys(columns).map((name) => SelectionNode.create(ReferenceNode.create(ColumnNode.create(name), prefix)))
  );
}
