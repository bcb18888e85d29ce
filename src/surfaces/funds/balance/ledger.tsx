import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useCallback, useMemo, useRef } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type BalanceEvent, balances, type EntrySource } from '../../../contract/money/balances.ts'
import { fundingEvents } from '../../../contract/money/funding-events.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { columns } from '../../../parts/resource/columns.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { money } from '../../../ui/format/format.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { useAccount } from '../context.tsx'
import { CorrectButton } from './correct-button.tsx'
import { useFundsLinks } from '../links.ts'
import { eventWords, ownZone, reasonText, sourceWords } from '../words.ts'

const EntryDialog = lazyIdle(() => import('./entry-dialog.tsx'))

const eventNames = Object.keys(fundingEvents) as (keyof typeof fundingEvents)[] // its own keys
const newestFirst = [{ key: 'day', order: 'desc' }] as const

const paymentOf = ({ sources }: BalanceEvent) => sources.find(({ kind }) => kind === 'payment')?.id ?? null
const shownId = (id: number | null) => (id === null ? '' : String(id))

function useLedgerColumns(digits: number, onOpen: (entry: BalanceEvent) => void): readonly GridColumn<BalanceEvent>[] {
  const { t, i18n } = useLingui()
  const links = useFundsLinks()
  return useMemo(() => {
    const currencyOf = ({ currency_code }: BalanceEvent) => ({ currency_code, currency_digits: digits })
    const sourceName = ({ kind, name }: EntrySource) => `${i18n._(sourceWords[kind])} ${name}`
    const options = eventNames.map((value) => ({ value, label: i18n._(eventWords[value]) }))
    return [
      columns.link<BalanceEvent>('event_type', t`Type`, {
        width: 176,
        options,
        value: ({ event_type }) => i18n._(eventWords[event_type]),
        target: (entry) => ({ href: undefined, onNavigate: () => onOpen(entry) }),
      }),
      columns.date<BalanceEvent>('day', t`Date`, { isSortable: true, isFiltered: true, card: 'line' }),
      columns.money<BalanceEvent>('amount', t`Amount`, { isSortable: true, isFiltered: true, currencyOf, card: 'figure-1' }),
      columns.money<BalanceEvent>('balance', t`Balance`, { currencyOf, hint: t`The balance after the entry`, card: 'figure-2' }),
      columns.text<BalanceEvent>('campaign_name', t`Campaign`, {
        isFiltered: true,
        value: ({ campaign }) => campaign?.name ?? null,
        render: ({ campaign }) =>
          campaign && (
            <Link target={links.campaign(campaign.campaign_id)} tabIndex={-1}>
              {campaign.name}
            </Link>
          ),
      }),
      columns.text<BalanceEvent>('sources', t`Belongs to`, {
        value: ({ sources }) => sources.map(sourceName).join(', ') || null,
        render: ({ sources }) => (
          <span className="cell-lines">
            {sources.map((source) => (
              <Link key={sourceName(source)} target={links.source(source)} tabIndex={-1}>
                {sourceName(source)}
              </Link>
            ))}
          </span>
        ),
      }),
      columns.text<BalanceEvent>('user', t`Added by`, { width: 152 }),
      columns.text<BalanceEvent>('reason', t`Reason`, { isFiltered: true, value: ({ reason }) => reasonText(reason, i18n) }),
      columns.text<BalanceEvent>('reference', t`Reference`, { isOptional: true, isFiltered: true }),
      columns.text<BalanceEvent>('at', t`Time`, {
        isOptional: true,
        width: 176,
        value: ({ at }) => at,
        render: ({ at }) => <DateTimeText moment={at} zone={ownZone()} />,
      }),
      columns.number<BalanceEvent>('campaign_id', t`Campaign ID`, {
        isOptional: true,
        isFiltered: true,
        value: ({ campaign }) => campaign?.campaign_id ?? null,
        render: ({ campaign }) => shownId(campaign?.campaign_id ?? null),
      }),
      columns.number<BalanceEvent>('payment_id', t`Payment number`, {
        isOptional: true,
        isFiltered: true,
        value: paymentOf,
        render: (entry) => shownId(paymentOf(entry)),
      }),
    ]
  }, [t, i18n, digits, onOpen, links])
}

/** All movements of the balance, with sums by type. */
export function Ledger() {
  const { t, i18n } = useLingui()
  const account = useAccount()
  const { query, setQuery } = usePath()
  const entryId = parseId(query.get('entry'))
  const latestSetQuery = useRef(setQuery)
  latestSetQuery.current = setQuery
  const open = useCallback(({ balance_event_id }: BalanceEvent) => latestSetQuery.current({ entry: String(balance_event_id) }), [])
  const digits = useRead(balances.one, { path: account }).data?.currency_digits ?? 2
  const shown = useLedgerColumns(digits, open)
  const list = useList({ endpoint: balances.events, field: 'balance_events', call: { path: account }, columns: shown })
  const sums = list.reply?.type_sums ?? []
  return (
    <ResourceList
      list={list}
      name="funds-ledger"
      heading={t`Ledger`}
      label={t`Ledger`}
      columns={shown}
      rowId={({ balance_event_id: id }) => String(id)}
      rowName={({ event_type }) => i18n._(eventWords[event_type])}
      defaultSort={newestFirst}
      noSelection
      actions={<CorrectButton />}
      above={
        sums.length > 0 && (
          <section aria-label={t`Sums by type`}>
            <dl className="funds-sums">
              {sums.map(({ event_type, amount, currency_code }) => (
                <div key={`${event_type} ${currency_code}`}>
                  <dt>{i18n._(eventWords[event_type])}</dt>
                  <dd>{money(amount, { currency_code, currency_digits: digits }, i18n.locale)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )
      }
      empty={{
        heading: <Trans>No entries yet</Trans>,
        text: <Trans>Payments, clicks and all other movements of the balance appear here.</Trans>,
      }}
      below={
        <Suspense>
          {entryId !== undefined && <EntryDialog id={entryId} digits={digits} onClose={() => setQuery({ entry: undefined })} />}
        </Suspense>
      }
    />
  )
}
