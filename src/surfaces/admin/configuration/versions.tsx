import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ConfigurationDocument, configuration } from '../../../contract/clients/configuration.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { missingValue } from '../../../ui/format/format.ts'
import { momentText } from '../../../ui/format/moment.ts'
import { NoPermission } from '../../../ui/states.tsx'
import { ScrollRegion } from '../frame/scroll-region.tsx'
import { partWords } from './words.ts'

interface VersionsProps {
  /** Puts a stored document into the form, where it is compared and applied like any other. */
  readonly onOpen: (document: ConfigurationDocument) => void
}

/** The configurations that documents have replaced. */
export default function Versions({ onOpen }: VersionsProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { send } = useRuntime()
  const { showError } = useMutate()
  const refused = <NoPermission text={<Trans>Only internal staff uses the configuration tool.</Trans>} />
  const open = (configurationVersionId: number) =>
    send(configuration.versionOne, { path: { memberGroupId, configurationVersionId } }).then(
      ({ document }) => onOpen(document),
      showError(t`Couldn’t load the configuration`),
    )
  return (
    <ResourceGate
      read={useRead(configuration.versions, { path: { memberGroupId } })}
      height={120}
      brokenHeading={<Trans>Couldn’t load earlier configurations</Trans>}
      refused={refused}
      missing={refused}
    >
      {({ versions }) =>
        versions.length === 0 ? (
          <p className="quiet">
            <Trans>No document has been applied yet.</Trans>
          </p>
        ) : (
          <ScrollRegion label={t`Table of earlier configurations`}>
            <table className="admin-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Replaced</Trans>
                  </th>
                  <th scope="col">
                    <Trans>By</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Parts</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Actions</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {versions.map(({ configuration_version_id: id, created_at, user, parts, changes }) => {
                  const time = momentText(created_at, i18n.locale, ownZone())
                  return (
                    <tr key={id}>
                      <th scope="row">
                        <DateTimeText moment={created_at} zone={ownZone()} />
                      </th>
                      <td dir="auto">{user?.name ?? missingValue}</td>
                      <td>
                        {new Intl.ListFormat(i18n.locale).format(parts.map((part) => i18n._(partWords[part])))}{' '}
                        <small className="quiet">{t`${plural(changes, { one: '# change', other: '# changes' })}`}</small>
                      </td>
                      <td>
                        <Button label={t`Go back to the configuration before ${time}`} onPress={() => void open(id)}>
                          <Trans>Go back</Trans>
                        </Button>
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </ScrollRegion>
        )
      }
    </ResourceGate>
  )
}
