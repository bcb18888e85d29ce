import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { type AdvertiserRow, advertisers } from '../../../contract/advertisers/advertisers.ts'
import { advertiserStatuses } from '../../../contract/statuses.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { type ListRequest, listFilters, useList } from '../../../parts/resource/list-source.ts'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useAdvertiserOptions } from '../../../parts/scope/advertiser-options.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { MultiSelect } from '../../../ui/select/multi-select.tsx'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import { adminData, useAdmin } from '../context.tsx'
import { selectedIds } from '../frame/selected-ids.ts'
import { advertiserPath } from '../links.ts'
import { useMoveDialog, useMoves } from '../tenants/move.tsx'
import { useGroup } from './context.tsx'

type AddValues = { readonly advertisers: readonly SelectedOption[] }

const rules = {
  advertisers: [(list: readonly SelectedOption[]) => list.length > 0 || ({ code: 'required', of: 'list' } as const)],
}

/** Adds advertisers to the group, also ones of other groups. */
function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { clientId } = useScope()
  const { id, name } = useGroup()
  const options = useAdvertiserOptions(clientId)
  const { moveTo } = useMoves()
  // Where the advertisers were before is not known here, so there is nothing to undo to.
  const save = ({ advertisers: chosen }: AddValues) => moveTo(id, name, { filters: [idsFilter(chosen)], count: chosen.length })
  return (
    <ResourceFormDialog<AddValues>
      name="members"
      heading={<Trans>Add advertisers</Trans>}
      note={<Trans>An advertiser is in one group at most. Advertisers of other groups move to this one.</Trans>}
      label={t`Advertisers`}
      initial={{ advertisers: [] }}
      rules={rules}
      save={save}
      submit={<Trans>Add to group</Trans>}
      onClose={onClose}
    >
      {(form) => <MultiSelect {...form.field('advertisers', t`Advertisers`)} options={options} isRequired />}
    </ResourceFormDialog>
  )
}

const idsFilter = (chosen: readonly SelectedOption[]) => ({
  field: 'advertiser_id',
  operation: 'IN' as const,
  value: chosen.map(({ id }) => Number(id)),
})

/** How far the removal of a row is: pending, or the reason why it failed. */
type RowState = { readonly state: 'pending' } | { readonly state: 'failed'; readonly reason: string }

/** Removes rows one by one, with the state of each. */
function useRowRemoval() {
  const { t, i18n } = useLingui()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const [states, setStates] = useState<ReadonlyMap<number, RowState>>(new Map())
  const put = (id: number, state: RowState | undefined) =>
    setStates((before) => {
      const next = new Map(before)
      if (state) next.set(id, state)
      else next.delete(id)
      return next
    })
  const remove = async ({ advertiser_id: advertiserId, member_group_id: memberGroupId, name }: AdvertiserRow) => {
    put(advertiserId, { state: 'pending' })
    await mutate(
      advertisers.removeGroup,
      { path: { memberGroupId, advertiserId } },
      {
        stale: adminData,
        event: () => emit('ad-advertiser-changed', { advertiser_id: advertiserId }),
        title: t`Removed from the group`,
        text: name,
      },
    ).then(
      () => put(advertiserId, undefined),
      (error: unknown) => put(advertiserId, { state: 'failed', reason: problemText(asProblem(error), i18n) }),
    )
  }
  return { states, remove }
}

/** The advertisers of the group. */
export default function Members() {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId, isReadonly } = useScope()
  const { query } = usePath()
  const { id: advertiserGroupId } = useGroup()
  const linkTo = usePathLink()
  const mayNot = useDisabledReason()({ permissions: ['advertiser_groups.change'] })
  const [isAdding, setAdding] = useState(false)
  const { askMove, dialog } = useMoveDialog()
  const { takeOut } = useMoves()
  const { showError } = useMutate()
  const { states, remove } = useRowRemoval()
  const acts = useStableCallback(() =>
    isReadonly
      ? []
      : [
          { id: 'move', label: t`Move to another group`, disabledBecause: mayNot },
          { id: 'remove', label: t`Remove from the group`, disabledBecause: mayNot },
        ],
  )
  const onAct = useStableCallback((row: AdvertiserRow, id: string) => {
    if (id === 'move') askMove({ rows: [row] })
    else void remove(row)
  })
  const shown = useMemo(
    () => [
      columns.link<AdvertiserRow>('name', t`Advertiser`, {
        width: 280,
        isSortable: true,
        isSearched: true,
        target: ({ advertiser_id, name }) => linkTo(advertiserPath(memberGroupId, advertiser_id), name),
        note: ({ advertiser_id }) => {
          const state = states.get(advertiser_id)
          if (!state) return undefined
          return state.state === 'pending' ? t`Removing…` : <span className="bad">{state.reason}</span>
        },
        acts,
        onAct,
      }),
      columns.status<AdvertiserRow>('status', t`Status`, { i18n, statuses: advertiserStatuses, isSortable: true }),
      columns.text<AdvertiserRow>('currency_code', t`Currency`, { width: 108, isSortable: true }),
      columns.number<AdvertiserRow>('campaigns', t`Campaigns`, { width: 124, isSortable: true, isFiltered: true }),
      columns.number<AdvertiserRow>('active_campaigns', t`Active campaigns`, { width: 156, isSortable: true, isFiltered: true }),
    ],
    [t, i18n, linkTo, memberGroupId, states, acts, onAct],
  )
  const path = { memberGroupId, advertiserGroupId }
  const list = useList({ endpoint: advertisers.groupReport, field: 'advertisers', call: { path }, columns: shown })
  const idOf = ({ advertiser_id }: AdvertiserRow) => advertiser_id
  const tools = (selection: Selection<AdvertiserRow>, clear: () => void) => {
    const filters = listFilters(parseTableQuery(query, shown), shown)
    const readPage = async (page: Pick<ListRequest, 'pagination'>, signal: AbortSignal) =>
      (await list.read({ ...page, filters }, signal)).advertisers
    const rowsOf = async () => {
      const ids = await selectedIds(selection, idOf, readPage)
      return ids.map((advertiser_id) => ({ advertiser_id, advertiser_group_id: advertiserGroupId }))
    }
    const removeAll = async () => {
      await takeOut(await rowsOf()).then(clear, showError(t`The advertisers were not removed from the group`))
    }
    return (
      <>
        <Button disabledBecause={mayNot} onPress={() => void rowsOf().then((rows) => askMove({ rows }, clear))}>
          <Trans>Move to another group</Trans>
        </Button>
        <Button disabledBecause={mayNot} onPress={() => void removeAll()}>
          <Trans>Remove from the group</Trans>
        </Button>
      </>
    )
  }
  const add = isReadonly ? null : (
    <Button disabledBecause={mayNot} onPress={() => setAdding(true)}>
      <Trans>Add advertisers</Trans>
    </Button>
  )
  return (
    <ResourceList<AdvertiserRow>
      list={list}
      name="members-of-group"
      heading={t`Advertisers`}
      label={t`Advertisers`}
      columns={shown}
      rowId={(row) => String(idOf(row))}
      rowName={({ name }) => name}
      search={t`Search by name`}
      actions={add}
      noSelection={isReadonly}
      selectionTools={tools}
      empty={{ heading: t`No advertisers in this group`, text: t`Users with access to the group can open its advertisers.` }}
      below={
        <>
          {dialog}
          {isAdding && <AddDialog onClose={() => setAdding(false)} />}
        </>
      }
    />
  )
}
