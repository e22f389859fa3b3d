// Loaded into a program before it starts: it can reach no network, and says where it tried to.
import dns from "node:dns";
import net from "node:net";

const refuse = (what) => {
  throw new Error(`The build of the documentation wants the network: ${what}`);
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first] = args.flat();
  const isLocal = typeof first === "object" && first !== null && "path" in first && first.path;
  return isLocal ? connect.apply(this, args) : refuse(JSON.stringify(first));
};
dns.lookup = (name) => refuse(name);
globalThis.fetch = (address) => refuse(String(address));
