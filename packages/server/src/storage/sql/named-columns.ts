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
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
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
  readonly #transformer = new NamedColumnsTransformer();

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

/** Reaches the queries within a query, too. */
class NamedColumnsTransformer extends OperationNodeTransformer {
  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId);
    const { selections } = query;
    return selections === undefined
      ? query
      : { ...query, selections: selections.flatMap((selection) => named(selection, query)) };
  }
}

function named(node: SelectionNode, query: SelectQueryNode): readonly SelectionNode[] {
  const { selection } = node;
  if (SelectAllNode.is(selection)) return columnsOf(onlyTable(query), undefined);
  if (!ReferenceNode.is(selection) || !SelectAllNode.is(selection.column)) return [node];
  return columnsOf(selection.table, selection.table);
}

/** @throws {TypeError} for a query of several tables, which has to say the rows of which it reads */
function onlyTable({ from, joins = [] }: SelectQueryNode): OperationNode | undefined {
  const [table, ...others] = from?.froms ?? [];
  if (others.length + joins.length > 0)
    throw new TypeError('a read of several tables names the one that it reads all columns of');
  return table;
}

/**
 * Returns the columns of a table.
 *
 * @throws {TypeError} for what is not a table of this program, such as another name of one or a query within the query
 */
function columnsOf(table: OperationNode | undefined, prefix: TableNode | undefined): readonly SelectionNode[] {
  const columns =
    table !== undefined && TableNode.is(table) ? TABLE_COLUMNS.get(table.table.identifier.name) : undefined;
  if (columns === undefined) throw new TypeError('a read of all columns is of a table by its own name');
  return columns.map((name) => SelectionNode.create(ReferenceNode.create(ColumnNode.create(name), prefix)));
}

const TABLE_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLES).map(([table, columns]) => [table, Object.keys(columns)]),
);
