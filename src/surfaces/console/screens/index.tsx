import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useDefaultClient } from '../../../parts/default-client.ts'
import { usePerson } from '../../../parts/person.tsx'
import { Broken, Loading, Refused } from '../../../ui/states.tsx'
import { useConsole } from '../parts/console.ts'

/** The start: it leads to the client that is the person's own. */
export default function Start() {
  const { i18n } = useLingui()
  const { goInstead } = useConsole()
  const { answers } = useRuntime()
  const known = usePerson()
  const roles = known.state === 'known' ? known.person?.roles.map(({ role_id }) => role_id) : undefined
  const first = useDefaultClient(true)
  const usual = useDefaultClient(true, roles)
  // Which client is theirs may hang on who they are, which only a client's own answer tells.
  const isSettled = !usual.isPending && (first.clientId === undefined || known.state !== 'waiting')
  useEffect(() => {
    if (isSettled && usual.clientId !== undefined) goInstead(`clients/${usual.clientId}`)
  }, [isSettled, usual.clientId, goInstead])
  if (usual.problem)
    return (
      <Broken
        heading={<Trans>Your clients could not be read</Trans>}
        reason={problemText(usual.problem, i18n)}
        onRetry={() => answers.refresh()}
      />
    )
  if (isSettled && usual.clientId === undefined)
    return <Refused text={<Trans>No client is yours to see yet. Ask whoever invited you for access to one.</Trans>} />
  return <Loading height={320} />
}
