"""What other programs read in a pattern graph; run in an environment that has them.

argv: a GraphML file, a DOT file.  Prints one line for each reader: its name, the numbers of nodes
and of edges, the edge of the first question (what it has of ``number`` and ``optimal``, and its
key), as JSON.
"""

import json
import sys
import warnings

import igraph
import networkx
import pydot
import pygraphviz
import rustworkx

warnings.simplefilter("ignore")
graphml, dot = sys.argv[1:]


def show(reader: str, nodes: int, edges: int, edge: dict, key: object) -> None:
    values = [edge.get("number"), edge.get("optimal")]
    print(json.dumps([reader, nodes, edges, *values, key]))


graph = networkx.read_graphml(graphml)
*_, key, edge = next(iter(graph.edges(keys=True, data=True)))
show("networkx", len(graph), graph.number_of_edges(), edge, key)
graph = igraph.Graph.Read_GraphML(graphml)
edge = graph.es[0].attributes()
show("igraph", graph.vcount(), graph.ecount(), edge, edge["id"])
(graph,) = rustworkx.read_graphml(graphml)
edge = graph.edges()[0]
show("rustworkx", graph.num_nodes(), graph.num_edges(), edge, edge["id"])

graph = pygraphviz.AGraph(dot)
edge = graph.get_edge(*graph.edges()[0])
show("pygraphviz", len(graph.nodes()), len(graph.edges()), edge.attr, edge.key)
(parsed,) = pydot.graph_from_dot_file(dot)
edges = parsed.get_edge_list()
show("pydot", len(parsed.get_node_list()), len(edges), edges[0].get_attributes(), None)
graph = networkx.nx_agraph.read_dot(dot)
*_, key, edge = next(iter(graph.edges(keys=True, data=True)))
show("networkx of DOT", len(graph), graph.number_of_edges(), edge, key)
