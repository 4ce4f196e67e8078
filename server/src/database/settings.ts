import { ownerSetting } from "./postmaster.ts";

/**
 * PostgreSQL's settings, given on the command line so that no file in the cluster can weaken them.
 * Sized for a small machine shared with the application.
 */
export function settings(socketFolder: string): string[] {
  const chosen: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    port: "5432",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    max_connections: "50",
    shared_buffers: "128MB",
    effective_cache_size: "1GB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    max_wal_size: "512MB",
    max_parallel_workers_per_gather: "0",
    random_page_cost: "1.1",
    TimeZone: "UTC",
    log_timezone: "UTC",
    // Errors and their details quote what people typed: telephone numbers, addresses.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    [ownerSetting]: String(process.pid),
  };
  return Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
