import { Trans, useLingui } from '@lingui/react/macro'
import { problemText } from '../../../kit/problem.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { type Check, useChecks } from './checks.ts'

/** A check that failed, with a way to repeat it. */
function FailedCheck({ label, problem, retry }: Check) {
  const { i18n } = useLingui()
  return (
    problem && (
      <div className="row" role="alert">
        <span>
          <Trans>Couldn’t check: {label}</Trans> {problemText(problem, i18n)}
        </span>
        <Button onPress={retry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  )
}

/** What needs attention. It says that there is nothing only after every check has answered. */
function Findings({ checks }: { readonly checks: readonly Check[] }) {
  const linkTo = usePathLink()
  const findings = checks.flatMap((check) => check.findings ?? [])
  const failed = checks.filter(({ problem }) => problem !== undefined)
  const isWaiting = checks.some((check) => check.findings === undefined && check.problem === undefined)
  if (findings.length === 0 && failed.length === 0 && !isWaiting)
    return (
      <EmptyState
        heading={<Trans>Nothing needs attention</Trans>}
        text={<Trans>Open invitations and pending clients appear here.</Trans>}
      />
    )
  return (
    <>
      {findings.length > 0 && (
        <ul>
          {findings.map(({ id, text, path, page }) => (
            <li key={id} dir="auto">
              <Link target={linkTo(path, page)}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
      {failed.map((check) => (
        <FailedCheck key={check.id} {...check} />
      ))}
      {isWaiting && <LoadingSkeleton height={80} />}
    </>
  )
}

/** The first page of the administration. */
export default function HomeScreen() {
  const viewer = useViewer()
  const checks = useChecks()
  return (
    <div className="detail">
      <h2>
        <Trans>Administration</Trans>
      </h2>
      {checks.length === 0 && viewer.state === 'known' ? (
        <NoPermission text={<Trans>Ask your account administrator for access to users.</Trans>} />
      ) : (
        <Findings checks={checks} />
      )}
    </div>
  )
}
