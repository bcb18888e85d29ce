import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useMemo, useRef } from 'react'
import type { CampaignChange } from '../../../../contract/campaign-edits.ts'
import { type Campaign, type CampaignRow, campaigns } from '../../../../contract/campaigns.ts'
import { useRefresh } from '../../../../kit/cache.tsx'
import { asProblem } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { fieldWord } from '../../../../parts/campaign-words.ts'
import { refusalSaid } from '../../../../parts/change-words.ts'
import { cellOutcome } from '../../../../parts/cell-saving.ts'
import { type UndoResult, useUndo } from '../../../../parts/undo.ts'
import type { EditOutcome } from '../../../../ui/grid/grid-column.ts'
import { useCampaigns } from '../campaigns.ts'
import { useCurrency } from '../currency.ts'

/** Saves one change of a campaign from its row. */
export type SaveCampaign = (row: CampaignRow, change: CampaignChange) => Promise<EditOutcome<CampaignRow>>

const pathOf = (row: CampaignRow) => ({
  memberGroupId: row.member_group_id,
  advertiserId: row.advertiser_id,
  campaignId: row.campaign_id,
})

/** The row as it is now; its figures are of other days than the campaign itself knows. */
const rowNow = (row: CampaignRow, now: Campaign): CampaignRow => ({ ...row, ...now, metrics: row.metrics, spark: row.spark })

/** What the changed fields were before. */
function before(row: CampaignRow, change: CampaignChange): CampaignChange {
  const all: CampaignChange = {
    name: row.name,
    budget: row.budget,
    start_date: row.start_date,
    end_date: row.end_date,
    always_on: row.always_on,
    // Whatever it was, it was one of those that can be chosen; the platform says so where it was not.
    status: row.status as NonNullable<CampaignChange['status']>, // likewise
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in change))
}

/** Saves cells of campaigns: with the version that was read, undone by the notice that follows, told to the page. */
export function useCampaignEdits(reload: () => void): SaveCampaign {
  const currencyOf = useCurrency()
  const { send } = useRuntime()
  const { i18n } = useLingui()
  const { emit } = useCampaigns()
  const offer = useUndo()
  const refresh = useRefresh()
  const latest = useRef({ reload, refresh })
  latest.current = { reload, refresh }
  return useMemo(() => {
    const write = (row: CampaignRow, body: CampaignChange, version: number) =>
      send(campaigns.change, { path: pathOf(row), body }, { ifMatch: `"${version}"` })
    const read = (row: CampaignRow) => send(campaigns.one, { path: pathOf(row) })

    async function takeBack(row: CampaignRow, change: CampaignChange, version: number, isForced: boolean): Promise<UndoResult> {
      try {
        await write(row, before(row, change), isForced ? (await read(row)).version : version)
      } catch (error) {
        if (asProblem(error).status === 412 && !isForced) return 'changed'
        throw error
      }
      latest.current.refresh(campaigns.one, campaigns.budget, campaigns.changes)
      latest.current.reload()
      return 'undone'
    }
    return async (row, change) => {
      const written = write(row, change, row.version)
      const outcome = await cellOutcome(
        written.then((now) => rowNow(row, now)),
        i18n,
        async () => rowNow(row, await read(row)),
        (problem) => refusalSaid(problem, { currency: currencyOf(row.currency_code) }, i18n),
      )
      if ('refused' in outcome) return outcome
      latest.current.refresh(campaigns.one, campaigns.budget, campaigns.changes)
      const fields = Object.keys(change)
      emit('ad-campaign-changed', { campaign_id: row.campaign_id, fields: fields.join(',') })
      const field = fieldWord(fields[0] ?? '', i18n)
      offer({
        title: i18n._(msg`${{ field }} changed: ${{ name: outcome.row.name }}`),
        undo: ({ isForced }) => takeBack(row, change, outcome.row.version, isForced),
      })
      return outcome
    }
  }, [send, i18n, emit, offer, currencyOf])
}
