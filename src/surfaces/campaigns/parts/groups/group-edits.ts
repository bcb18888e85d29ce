import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useMemo, useRef } from 'react'
import type { AdGroupChange } from '../../../../contract/ad-group-changes.ts'
import { type AdGroup, type AdGroupRow, adGroups } from '../../../../contract/ad-groups.ts'
import { useRefresh } from '../../../../kit/cache.tsx'
import { asProblem, type Problem } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { fieldWord } from '../../../../parts/campaign-words.ts'
import { refusalSaid } from '../../../../parts/change-words.ts'
import { cellOutcome } from '../../../../parts/cell-saving.ts'
import { type UndoResult, useUndo } from '../../../../parts/undo.ts'
import type { EditOutcome } from '../../../../ui/grid/grid-column.ts'
import { useCampaigns } from '../campaigns.ts'
import { useCurrency } from '../currency.ts'

/** Saves one change of an ad group from its row. */
export type SaveAdGroup = (row: AdGroupRow, change: AdGroupChange) => Promise<EditOutcome<AdGroupRow>>

const pathOf = (row: AdGroupRow) => ({ memberGroupId: row.member_group_id, advertiserId: row.advertiser_id, adGroupId: row.ad_group_id })
/** The row as it is now; its figures are of other days than the ad group itself knows. */
const rowNow = (row: AdGroupRow, now: AdGroup): AdGroupRow => ({ ...row, ...now, metrics: row.metrics })

/** What the changed fields were before. */
function before(row: AdGroupRow, change: AdGroupChange): AdGroupChange {
  const status = (['active', 'paused', 'pending'] as const).find((one) => one === row.status)
  const all: AdGroupChange = {
    ...{ name: row.name, base_bid: row.base_bid, budget: row.budget, budget_period: row.budget_period },
    ...{ end_date: row.end_date, always_on: row.always_on },
    ...(status && { status }),
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in change))
}

/** Saves cells of ad groups: with the version that was read, undone by the notice that follows. */
export function useAdGroupEdits(reload: () => void): SaveAdGroup {
  const currencyOf = useCurrency()
  const { send } = useRuntime()
  const { i18n } = useLingui()
  const { emit } = useCampaigns()
  const offer = useUndo()
  const refresh = useRefresh()
  const latest = useRef({ reload, refresh })
  latest.current = { reload, refresh }
  return useMemo(() => {
    const write = (row: AdGroupRow, body: AdGroupChange, version: number) =>
      send(adGroups.change, { path: pathOf(row), body }, { ifMatch: `"${version}"` })
    const read = (row: AdGroupRow) => send(adGroups.one, { path: pathOf(row) })

    async function takeBack(row: AdGroupRow, change: AdGroupChange, version: number, isForced: boolean): Promise<UndoResult> {
      try {
        await write(row, before(row, change), isForced ? (await read(row)).version : version)
      } catch (error) {
        if (asProblem(error).status === 412 && !isForced) return 'changed'
        throw error
      }
      latest.current.refresh(adGroups)
      latest.current.reload()
      return 'undone'
    }
    return async (row, change) => {
      const written = write(row, change, row.version).then((now) => rowNow(row, now))
      const reasonOf = (problem: Problem) => refusalSaid(problem, { currency: currencyOf(row.currency_code) }, i18n)
      const outcome = await cellOutcome(written, i18n, async () => rowNow(row, await read(row)), reasonOf)
      if ('refused' in outcome) return outcome
      latest.current.refresh(adGroups)
      emit('ad-campaign-changed', { campaign_id: row.campaign_id, fields: 'ad_groups' })
      const field = fieldWord(Object.keys(change)[0] ?? '', i18n)
      offer({
        title: i18n._(msg`${{ field }} changed: ${{ name: outcome.row.name }}`),
        undo: ({ isForced }) => takeBack(row, change, outcome.row.version, isForced),
      })
      return outcome
    }
  }, [send, i18n, emit, offer, currencyOf])
}
