import { Button, IconButton } from '../../ui/button.tsx'
import { download, reload } from '../../ui/icon/icons.ts'
import { ErrorState, EmptyState, LoadingSkeleton, NoPermission } from '../../ui/states.tsx'
import { Exhibit } from './exhibit.tsx'

const still = () => undefined

const kinds = ['primary', 'secondary', 'danger', 'plain'] as const
const columns = ['Default', 'With icon', 'Busy', 'Disabled'] as const
const labels: Readonly<Record<(typeof kinds)[number], string>> = {
  primary: 'Submit campaign',
  secondary: 'Save draft',
  danger: 'Delete',
  plain: 'Cancel',
}

/** Every kind in every state. Hover and focus show when the pointer or Tab reaches a button. */
const Buttons = () => (
  <Exhibit name="Button: kinds and states" isWide>
    <div className="matrix">
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td>
                <Button kind={kind} onPress={still}>
                  {labels[kind]}
                </Button>
              </td>
              <td>
                <Button kind={kind} icon={download} onPress={still}>
                  {labels[kind]}
                </Button>
              </td>
              <td>
                <Button kind={kind} isBusy onPress={still}>
                  {labels[kind]}
                </Button>
              </td>
              <td>
                <Button kind={kind} disabledBecause="An ended campaign cannot restart" onPress={still}>
                  {labels[kind]}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Exhibit>
)

const Sizes = () => (
  <Exhibit name="Button: sizes">
    <div className="row">
      <Button onPress={still}>Action, 40 px</Button>
      <IconButton icon={download} label="Save as CSV" onPress={still} />
      <IconButton icon={reload} label="Reload" disabledBecause="Nothing has changed" onPress={still} />
    </div>
    <div className="row">
      <Button kind="primary" isBusy onPress={still}>
        Saving
      </Button>
      <Button icon={download} isBusy onPress={still}>
        Saving as CSV
      </Button>
    </div>
  </Exhibit>
)

export default function States() {
  return (
    <>
      <Buttons />
      <Sizes />
      <Exhibit name="Loading" isWide>
        <LoadingSkeleton height={120} />
      </Exhibit>
      <Exhibit name="Empty" isWide>
        <EmptyState heading="No campaigns yet" text="Create a campaign to show your products to shoppers.">
          <Button kind="primary" onPress={still}>
            Create campaign
          </Button>
        </EmptyState>
      </Exhibit>
      <Exhibit name="Refused" isWide>
        <NoPermission />
      </Exhibit>
      <Exhibit name="Broken" isWide>
        <ErrorState
          heading="Couldn’t load the report"
          reason="The platform did not respond in time. Nothing was changed."
          requestId="01JD3KX"
          onRetry={still}
        />
      </Exhibit>
    </>
  )
}
