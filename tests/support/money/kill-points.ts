import { InsertQueryNode, type KyselyPlugin, type OperationNode, RawNode, TableNode, UpdateQueryNode } from 'kysely'

/** The points at which a process is killed, and the first day of a month on which it is. */
export const killPoints = {
  /** The payment is stored, and the provider was not called. */
  'before the charge': '2026-12-02',
  /** The provider has charged, and its answer is not stored. */
  'after the charge': '2026-12-20',
  /** The ledger has its entries, and the payment has its old state. */
  'in the settlement': '2026-12-10',
  /** The facts are written, and the ledger has no charge for them. */
  'in the delivery': '2026-12-13',
  /** The run is stored, and its charge was not started. */
  'in the rebill': '2026-12-16',
  /** The invoice is stored without its lines. */
  'in the invoice': '2027-01-01',
} as const
export type KillPoint = keyof typeof killPoints
export const killPointNames = Object.keys(killPoints) as KillPoint[] // the keys above

/** The table that a statement writes to. */
function writtenTable(node: OperationNode): string | undefined {
  if (InsertQueryNode.is(node)) return node.into?.table.identifier.name
  if (UpdateQueryNode.is(node)) return node.table && TableNode.is(node.table) ? node.table.table.identifier.name : undefined
  // Facts are inserted by text, with the table as its first part.
  const [part] = RawNode.is(node) && node.sqlFragments[0]?.trim() === 'insert into' ? node.parameters : []
  const [table] = part && RawNode.is(part) ? part.parameters : []
  return table && TableNode.is(table) ? table.table.identifier.name : undefined
}

/** Reports the points between two statements of a transaction, before the second one. */
export function statementPoints(reach: (point: KillPoint) => void): KyselyPlugin {
  let last: string | undefined
  let hasFacts = false
  return {
    transformQuery: ({ node }) => {
      const table = writtenTable(node)
      if (!table) return node
      if (table === 'payments' && (last === 'advertiser_balances' || last === 'receivables')) reach('in the settlement')
      if (table === 'balance_events' && hasFacts) reach('in the delivery')
      if (table === 'invoice_lines') reach('in the invoice')
      if (table === 'facts_hourly') hasFacts = true
      if (table === 'delivery_cursors') hasFacts = false
      last = table
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
