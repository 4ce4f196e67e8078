/** An error whose message is shown to the operator without a stack. */
export class BackupFault extends Error {}

/** Another backup is running or was made in this second, so this one is not needed. */
export class BackupRunning extends BackupFault {}
