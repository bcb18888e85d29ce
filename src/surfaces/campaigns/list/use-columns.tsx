import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { maxCampaignNameLength } from '../../../contract/campaigns/campaigns.rules.ts'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import type { CellEdit, GridColumn } from '../../../ui/table/column.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { useCurrency } from '../currency.ts'
import { campaignColumns, type CampaignColumnOptions } from './columns.tsx'
import type { SaveCampaign } from './edits.ts'
import { formatCellAmount, parseCellAmount, checkAmount, checkName } from './cell-checks.ts'

type Edits = Readonly<Record<string, CellEdit<CampaignRow>>>

/** The platform decides which statuses a row can change to. */
const choicesOf = (row: CampaignRow) => row.choices

/** The editable columns and how each one validates and saves. */
function editsOf(save: SaveCampaign, { i18n, currencyOf }: CampaignColumnOptions): Edits {
  const currency = ({ currency_code }: CampaignRow) => currencyOf(currency_code)
  const endedText = ({ status }: CampaignRow) =>
    ['ended', 'invalid', 'archived'].includes(status) ? i18n._(msg`This campaign has ended. Copy it to run it again`) : undefined
  const dayLock = (row: CampaignRow) => endedText(row)
  return {
    name: {
      kind: 'text',
      check: (text) => checkName(text, maxCampaignNameLength, i18n),
      readonlyBecause: endedText,
      save: (row, text) => save(row, { name: text.trim() }),
    },
    status: {
      kind: 'choice',
      optionsOf: (row) => choicesOf(row).map((value) => ({ value, label: statusLabel(value, i18n) })),
      readonlyBecause: (row) => endedText(row) ?? (choicesOf(row).length < 2 ? i18n._(msg`The status can’t be changed now`) : undefined),
      save: (row, text) => {
        const status = (['active', 'pending', 'paused'] as const).find((item) => item === text)
        return status ? save(row, { status }) : Promise.resolve({ row })
      },
    },
    budget: {
      kind: 'number',
      text: (row) => formatCellAmount(row.budget, currency(row), i18n),
      check: (text, row) => checkAmount(text, currency(row), i18n),
      readonlyBecause: endedText,
      save: (row, text) => save(row, { budget: parseCellAmount(text, i18n) ?? row.budget }),
    },
    start_date: {
      kind: 'date',
      readonlyBecause: dayLock,
      check: (text) => text !== '' || i18n._(msg`Enter a date as YYYY-MM-DD`),
      save: (row, text) => save(row, { start_date: text }),
    },
    end_date: {
      kind: 'date',
      hint: i18n._(msg`Leave empty for always on`),
      readonlyBecause: dayLock,
      save: (row, text) => save(row, text === '' ? { end_date: null, always_on: true } : { end_date: text, always_on: false }),
    },
  }
}

/** The list's columns; cells are editable when the user has permission. */
export function useCampaignColumns(name: GridColumn<CampaignRow>, save: SaveCampaign): readonly GridColumn<CampaignRow>[] {
  const { i18n } = useLingui()
  const { isReadonly, advertiserId } = useScope()
  const currencyOf = useCurrency()
  const { plural } = useLabel()
  const mayChange = useDisabledReason()({ permissions: ['campaigns.change'] }) === undefined
  return useMemo(() => {
    const options = { i18n, currencyOf, isOneAdvertiser: advertiserId !== undefined, plural }
    const edits = mayChange && !isReadonly ? editsOf(save, options) : {}
    return [name, ...campaignColumns(options)].map((column) => {
      const edit = edits[column.key]
      return edit ? { ...column, edit } : column
    })
  }, [i18n, currencyOf, isReadonly, advertiserId, plural, mayChange, name, save])
}
