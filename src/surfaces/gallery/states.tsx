import { Button, IconButton } from '../../ui/button.tsx'
import { download, reload } from '../../ui/icon/icons.ts'
import { ErrorState, EmptyState, LoadingSkeleton, NoPermission } from '../../ui/states.tsx'
import { Exhibit } from './exhibit.tsx'

const still = () => undefined

const Buttons = () => (
  <Exhibit name="Button">
    <div className="row">
      <Button kind="primary" onPress={still}>
        Submit campaign
      </Button>
      <Button onPress={still}>Save draft</Button>
    </div>
    <div className="row">
      <Button kind="danger" onPress={still}>
        Delete
      </Button>
      <Button kind="plain" onPress={still}>
        Cancel
      </Button>
      <IconButton icon={download} label="Save as CSV" onPress={still} />
    </div>
    <div className="row">
      <Button kind="primary" isBusy onPress={still}>
        Saving
      </Button>
      <Button icon={download} isBusy onPress={still}>
        Saving as CSV
      </Button>
      <Button disabledBecause="An ended campaign cannot restart" icon={reload} onPress={still}>
        Restart
      </Button>
    </div>
  </Exhibit>
)

export default function States() {
  return (
    <>
      <Buttons />
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
