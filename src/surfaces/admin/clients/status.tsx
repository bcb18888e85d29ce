import { Trans, useLingui } from '@lingui/react/macro'
import { isInternal } from '../../../contract/access/access.rules.ts'
import { type MemberGroup, memberGroups } from '../../../contract/clients/clients.ts'
import { changeClientRule } from '../../../contract/clients/clients.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { type ConfirmOptions, useConfirm } from '../../../ui/dialog/confirm.tsx'
import { adminData, useAdmin } from '../context.tsx'

type Status = 'active' | 'paused'

/** Whether the signed-in user is internal staff, who ends reviews of clients. */
export function useIsInternal(): boolean {
  const viewer = useViewer()
  return viewer.state === 'known' && viewer.person !== undefined && isInternal(viewer.person.access)
}

/** Sets the status of a client, and offers to take it back, unless it ends a review. */
function useStatusChange(client: MemberGroup) {
  const { t } = useLingui()
  const { emit } = useAdmin()
  const { mutate, showError } = useMutate()
  const { member_group_id: memberGroupId, status: before } = client
  const path = { memberGroupId }
  const event = () => emit('ad-client-changed', { member_group_id: memberGroupId })
  return (status: Status) => {
    const titles = { active: before === 'pending' ? t`Client confirmed` : t`Client activated`, paused: t`Client paused` }
    const takeBack = (version: number) => async () => {
      await mutate(
        memberGroups.change,
        { path, body: { status: status === 'active' ? 'paused' : 'active' } },
        { version, stale: adminData, event },
      )
      return 'undone' as const
    }
    return mutate(
      memberGroups.change,
      { path, body: { status } },
      {
        version: client.version,
        stale: adminData,
        event,
        title: titles[status],
        text: client.name,
        ...(before !== 'pending' && { undo: ({ version }) => takeBack(version) }),
      },
    ).catch(showError(t`The status was not changed`))
  }
}

/** Confirms a pending client, pauses an active one and activates a paused one. */
export function StatusActions({ client }: { readonly client: MemberGroup }) {
  const { t } = useLingui()
  const { isReadonly } = useAdmin()
  const mayNot = useDisabledReason()({ permissions: ['member_groups.change'] })
  const isInternalUser = useIsInternal()
  const { confirm, question } = useConfirm()
  const change = useStatusChange(client)
  if (isReadonly) return null
  const { name, status } = client
  const next: Status = status === 'active' ? 'paused' : 'active'
  const rule = changeClientRule(status, { status: next }, isInternalUser)
  const disabledBecause = mayNot ?? (rule === true ? undefined : t`Internal staff confirms the client first`)
  const confirmation: ConfirmOptions = {
    heading: t`Confirm ${name}?`,
    text: <Trans>The client becomes active with its current details.</Trans>,
    label: <Trans>Confirm client</Trans>,
  }
  const pausing: ConfirmOptions = {
    heading: t`Pause ${name}?`,
    text: <Trans>Its campaigns stop serving until the client is active again. Its users can still sign in.</Trans>,
    label: <Trans>Pause client</Trans>,
  }
  const ask = async (content: ConfirmOptions | undefined) => {
    if (content === undefined || (await confirm(content))) await change(next)
  }
  return (
    <>
      {status === 'pending' && isInternalUser ? (
        <Button kind="primary" disabledBecause={disabledBecause} onPress={() => void ask(confirmation)}>
          <Trans>Confirm client</Trans>
        </Button>
      ) : (
        <Button disabledBecause={disabledBecause} onPress={() => void ask(status === 'active' ? pausing : undefined)}>
          {status === 'active' ? <Trans>Pause client</Trans> : <Trans>Activate client</Trans>}
        </Button>
      )}
      {question}
    </>
  )
}
