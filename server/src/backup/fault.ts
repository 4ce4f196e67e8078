/** Its sentence is shown without a stack. */
export class BackupFault extends Error {}

/** Another backup runs, so this one is not needed. */
export class BackupRunning extends BackupFault {}
