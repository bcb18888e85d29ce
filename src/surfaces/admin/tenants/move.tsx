import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { AdvertiserRow } from '../../../contract/advertisers/advertisers.ts'
import { advertiserGroups, maxMovedAdvertisers } from '../../../contract/advertisers/groups.ts'
import { manyAdvertiserGroups } from '../../../contract/advertisers/many-groups.ts'
import type { Filter } from '../../../contract/list.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { batchesOf } from '../frame/selected-ids.ts'
import { useTenantOptions } from './options.ts'

type Member = Pick<AdvertiserRow, 'advertiser_id' | 'advertiser_group_id'>

/** The advertisers to move: some rows, or all that match filters. */
export type Moving = { readonly rows: readonly Member[] } | { readonly filters: readonly Filter[]; readonly count: number }

const idOf = ({ advertiser_id }: Member) => advertiser_id

/** Moves advertisers between groups. */
export function useMoves() {
  const { t } = useLingui()
  const { clientId: member_group_id } = useScope()
  const { send } = useRuntime()
  const { emit } = useAdmin()
  const { run } = useMutate()
  /** The number of advertisers that were moved. */
  const put = async (advertiserGroupId: number, ids: readonly number[]) => {
    let changed = 0
    for (const advertiser_ids of batchesOf(ids, maxMovedAdvertisers)) {
      const call = { path: { advertiserGroupId }, body: { advertiser_ids, member_group_id } }
      changed += (await send(advertiserGroups.addAdvertisers, call)).changed
    }
    return changed
  }
  /** Takes the advertisers out of their groups. */
  const takeOut = async (rows: readonly Member[]) => {
    let changed = 0
    for (const advertiserGroupId of new Set(rows.flatMap(({ advertiser_group_id }) => advertiser_group_id ?? []))) {
      const members = rows.filter(({ advertiser_group_id }) => advertiser_group_id === advertiserGroupId).map(idOf)
      for (const advertiser_ids of batchesOf(members, maxMovedAdvertisers)) {
        const call = { path: { advertiserGroupId }, body: { advertiser_ids, member_group_id } }
        changed += (await send(manyAdvertiserGroups.removeAdvertisers, call)).changed
      }
    }
    return changed
  }
  const changedEvents = (rows: readonly Member[]) => () => {
    for (const { advertiser_id } of rows) emit('ad-advertiser-changed', { advertiser_id })
  }
  /** Moves the rows back to the groups that they were in. `now` is the group that they are in. */
  const undo = (rows: readonly Member[], now: number | null) => async (): Promise<UndoResult> => {
    const write = async () => {
      const without = rows.filter(({ advertiser_group_id }) => advertiser_group_id === null)
      if (now !== null) await takeOut(without.map((row) => ({ ...row, advertiser_group_id: now })))
      for (const id of new Set(rows.flatMap(({ advertiser_group_id }) => advertiser_group_id ?? [])))
        await put(id, rows.filter(({ advertiser_group_id }) => advertiser_group_id === id).map(idOf))
    }
    await run(write, { stale: adminData, event: changedEvents(rows) })
    return 'undone'
  }
  const movedTitle = (count: number) => t`${plural(count, { one: '# advertiser moved', other: '# advertisers moved' })}`
  return {
    /** Moves advertisers into a group. */
    moveTo: async (groupId: number, groupName: string, moving: Moving) => {
      if ('filters' in moving) {
        const call = { path: { advertiserGroupId: groupId }, body: { member_group_id, filters: [...moving.filters] } }
        const { changed } = await run(() => send(advertiserGroups.addAll, call), { stale: adminData })
        return run(async () => changed, { title: movedTitle(changed), text: groupName })
      }
      const { rows } = moving
      const count = rows.filter(({ advertiser_group_id }) => advertiser_group_id !== groupId).length
      return run(() => put(groupId, rows.map(idOf)), {
        stale: adminData,
        event: changedEvents(rows),
        title: movedTitle(count),
        text: groupName,
        undo: () => undo(rows, groupId),
      })
    },
    /** Takes advertisers out of their groups. */
    takeOut: (rows: readonly Member[]) => {
      const count = rows.length
      return run(() => takeOut(rows), {
        stale: adminData,
        event: changedEvents(rows),
        title: t`${plural(count, { one: '# advertiser removed from its group', other: '# advertisers removed from their groups' })}`,
        undo: () => undo(rows, null),
      })
    },
  }
}

type MoveValues = { readonly group: SelectedOption | null }

const rules = { group: [(group: SelectedOption | null) => group !== null || ({ code: 'required', of: 'value' } as const)] }

/** Asks for the group to move advertisers to. Render `dialog`. */
export function useMoveDialog() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const { advertiser_groups: options } = useTenantOptions(clientId)
  const { moveTo } = useMoves()
  const [asked, setAsked] = useState<{ readonly moving: Moving; readonly done: (() => void) | undefined }>()
  const count = asked === undefined ? 0 : 'rows' in asked.moving ? asked.moving.rows.length : asked.moving.count
  const dialog: ReactNode = asked && (
    <ResourceFormDialog<MoveValues>
      name="move advertisers"
      heading={<Trans>Move to a group</Trans>}
      note={t`${plural(count, { one: '# advertiser leaves its group.', other: '# advertisers leave their groups.' })}`}
      label={t`Group`}
      initial={{ group: null }}
      rules={rules}
      save={({ group }) => moveTo(Number(group?.id), group?.label ?? '', asked.moving)}
      done={() => {
        asked.done?.()
        setAsked(undefined)
      }}
      submit={<Trans>Move</Trans>}
      onClose={() => setAsked(undefined)}
    >
      {(form) => <Select {...form.field('group', t`Group`)} options={options} isRequired />}
    </ResourceFormDialog>
  )
  return { askMove: (moving: Moving, done?: () => void) => setAsked({ moving, done }), dialog }
}
