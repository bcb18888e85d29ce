import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import { type AdvertiserGroup, advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { maxNewGroups, type NewGroupProblem, manyAdvertiserGroups } from '../../../contract/advertisers/many-groups.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Tabs } from '../../../parts/navigation/tabs.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { ResourceForm } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { RowImport } from '../frame/rows/import.tsx'
import type { PastedRow } from '../frame/rows/parse.ts'
import { clientPath, groupPath } from '../links.ts'
import { groupRules, type GroupValues } from './rename.tsx'
import { refusalTexts } from './words.ts'

const problemWords: Readonly<Record<NewGroupProblem, MessageDescriptor>> = {
  name_missing: msg`Enter a name.`,
  name_too_long: msg`The name has more than 120 characters.`,
  duplicate: msg`Another row has this name.`,
}

/** The form of one new group. */
function NewGroupForm() {
  const { t, i18n } = useLingui()
  const { go } = usePath()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const created = useRef<AdvertiserGroup>(undefined)
  const save = async (body: GroupValues) => {
    created.current = await mutate(
      advertiserGroups.create,
      { path: { memberGroupId }, body },
      {
        stale: adminData,
        event: ({ id }) => emit('ad-advertiser-group-changed', { advertiser_group_id: id }),
        title: t`Group created`,
        text: body.name,
      },
    )
    return created.current
  }
  return (
    <ResourceForm<GroupValues>
      name="new advertiser group"
      label={t`New advertiser group`}
      initial={{ name: '' }}
      rules={groupRules}
      save={save}
      texts={refusalTexts(i18n)}
      submit={<Trans>Create group</Trans>}
      savesUnchanged
      done={({ name }) => created.current && go(groupPath(memberGroupId, created.current.id), name)}
    >
      {(form) => <TextField {...form.field('name', t`Name`)} isRequired maxLength={120} />}
    </ResourceForm>
  )
}

/** New groups from a pasted or uploaded list of names. */
function SeveralGroups() {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { send } = useRuntime()
  const { run } = useMutate()
  const linkTo = usePathLink()
  const columns = useMemo(() => [{ key: 'name', label: t`Name` }], [t])
  const request = async (rows: readonly PastedRow[], isDryRun: boolean) => {
    const body = { names: rows.map(({ values: { name = '' } }) => name), ...(isDryRun && { dry_run: true }) }
    const { rows: outcomes } = await send(manyAdvertiserGroups.createMany, { path: { memberGroupId }, body })
    return outcomes.map(({ outcome, advertiser_group_id, problems }, index) => {
      const { line = index + 1, values } = rows[index] ?? {}
      const name = values?.name ?? ''
      const target = advertiser_group_id === null ? undefined : linkTo(groupPath(memberGroupId, advertiser_group_id), name)
      return { line, name, outcome, target, problems: problems.map((problem) => i18n._(problemWords[problem])), advertiser_group_id }
    })
  }
  const sendRows = (rows: readonly PastedRow[], isDryRun: boolean) =>
    isDryRun
      ? request(rows, true)
      : run(() => request(rows, false), {
          stale: adminData,
          event: (results) => {
            for (const { outcome, advertiser_group_id } of results)
              if (outcome === 'created' && advertiser_group_id !== null) emit('ad-advertiser-group-changed', { advertiser_group_id })
          },
        })
  return (
    <RowImport
      columns={columns}
      example={[t`Breweries`]}
      most={maxNewGroups}
      send={sendRows}
      plannedText={(count) => t`${plural(count, { one: '# group will be created', other: '# groups will be created' })}`}
      createdText={(count) => t`${plural(count, { one: '# group created', other: '# groups created' })}`}
      createText={(count) => t`${plural(count, { one: 'Create # group', other: 'Create # groups' })}`}
      refusedTitle={t`The groups were not created`}
    />
  )
}

/** New advertiser groups of the client: one, or several from a list. */
export default function AddScreen() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const linkTo = usePathLink()
  return (
    <DetailPage>
      <DetailHeader
        back={{ target: linkTo(clientPath(clientId, 'advertiser-groups'), t`Advertiser groups`), label: <Trans>All groups</Trans> }}
        name={t`Add advertiser groups`}
      />
      <Gate permissions={['advertiser_groups.create']} waiting={<LoadingSkeleton height={320} />}>
        <Tabs
          label={t`Add advertiser groups`}
          keepsPanels
          tabs={[
            { id: 'one', label: t`One`, panel: () => <NewGroupForm /> },
            { id: 'several', label: t`Several`, panel: () => <SeveralGroups /> },
          ]}
        />
      </Gate>
    </DetailPage>
  )
}
