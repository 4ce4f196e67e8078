// One buffer served by node:http: the upper bound for any program on this runtime.
// node bench/baselines/constant.ts <port> <file> <content type> [content encoding]
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file = "", type = "", encoding] = process.argv.slice(2);
const body = readFileSync(file);
const headers = {
  "content-type": type,
  "content-length": body.length,
  ...(encoding && { "content-encoding": encoding }),
};
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
  Number(port),
  "127.0.0.1",
);
