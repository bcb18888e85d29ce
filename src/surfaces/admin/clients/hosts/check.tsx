import { Trans, useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import { useState } from 'react'
import { HostName } from '../../../../contract/clients/clients.ts'
import { type HostCheck, hosts } from '../../../../contract/clients/hosts.ts'
import { useAttempt } from '../../../../kit/mutate.ts'
import { problemText } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { usePathLink } from '../../../../parts/navigation/link.tsx'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../../parts/scope/viewer.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Callout } from '../../../../ui/feedback/callout.tsx'
import { Link } from '../../../../ui/navigation/link.tsx'
import { clientPath } from '../../links.ts'

/** Where the DNS of a host name leads, and what to change there. */
function DnsResult({ dns, addresses, expected }: HostCheck) {
  const { i18n } = useLingui()
  const list = (items: readonly string[]) => new Intl.ListFormat(i18n.locale).format(items)
  const found = list(addresses)
  const wanted = list(expected)
  if (dns === 'here')
    return (
      <Callout kind="success" isAnnounced heading={<Trans>The name leads to this platform</Trans>}>
        <Trans>Users can sign in there once it is saved.</Trans>
      </Callout>
    )
  if (dns === 'unknown')
    return (
      <Callout kind="warning" isAnnounced heading={<Trans>The DNS did not answer</Trans>}>
        <Trans>Check again in a minute.</Trans>
      </Callout>
    )
  return (
    <Callout
      kind="warning"
      isAnnounced
      heading={dns === 'missing' ? <Trans>The name has no address yet</Trans> : <Trans>The name leads to {found}</Trans>}
    >
      {expected.length > 0 ? (
        <Trans>Set its address to {wanted} in your DNS, then check again. You can save it before that.</Trans>
      ) : (
        <Trans>Point it to the platform in your DNS, then check again. You can save it before that.</Trans>
      )}
    </Callout>
  )
}

function CheckResult({ result }: { readonly result: HostCheck }) {
  const linkTo = usePathLink()
  const { state, taken_by: owner } = result
  if (state === 'free' || state === 'own') return <DnsResult {...result} />
  return (
    <Callout
      kind="error"
      isAnnounced
      heading={
        state === 'taken' ? (
          <Trans>Another client uses this host name</Trans>
        ) : (
          <Trans>This host name looks like that of another client</Trans>
        )
      }
      act={
        owner && (
          <Link target={linkTo(clientPath(owner.member_group_id, 'hosts'), owner.name)}>
            <Trans>Open {owner.name}</Trans>
          </Link>
        )
      }
    >
      {state === 'taken' ? (
        <Trans>Choose another name, or have it removed from the other client first.</Trans>
      ) : (
        <Trans>Choose a name that users can’t confuse.</Trans>
      )}
    </Callout>
  )
}

/** Checks whether a host name is free, and whether its DNS leads to the platform. */
export function HostNameCheck({ hostName }: { readonly hostName: string }) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { send } = useRuntime()
  const { isPending, problem, attempt } = useAttempt()
  const [result, setResult] = useState<HostCheck>()
  const mayNot = useDisabledReason()({ permissions: ['hosts.change'] })
  const check = async () => setResult(await attempt(send(hosts.check, { path: { memberGroupId }, body: { host_name: hostName } })))
  return (
    <>
      <div className="row">
        <Button
          isBusy={isPending}
          disabledBecause={mayNot ?? (is(hostName, HostName) ? undefined : t`Enter a host name first`)}
          onPress={() => void check()}
        >
          <Trans>Check host name</Trans>
        </Button>
      </div>
      {problem && (
        <Callout kind="error" isAnnounced heading={<Trans>Couldn’t check the name</Trans>}>
          {problemText(problem, i18n)}
        </Callout>
      )}
      {!problem && result?.host_name === hostName && <CheckResult result={result} />}
    </>
  )
}
